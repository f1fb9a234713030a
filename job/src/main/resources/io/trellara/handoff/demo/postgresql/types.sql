CREATE SCHEMA IF NOT EXISTS shop;
CREATE TYPE shop.order_state AS ENUM ('open', 'paid', 'shipped', 'returned', 'cancelled');
