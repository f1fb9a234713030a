CREATE TABLE shop.customers (
    id        uuid        PRIMARY KEY,
    name      text        NOT NULL,
    nick      varchar(40),
    credit    numeric,
    tags      text[],
    born      date,
    seen      timestamptz,
    active    boolean     NOT NULL,
    version   bigint      NOT NULL
);
CREATE TABLE shop.products (
    sku       text        PRIMARY KEY,
    title     text        NOT NULL,
    price     numeric(12, 2) NOT NULL,
    weight    double precision,
    box       integer[],
    sold_from date,
    sold_span tstzrange,
    version   bigint      NOT NULL
);
CREATE TABLE shop.orders (
    id        bigint      PRIMARY KEY,
    customer  uuid        NOT NULL,
    state     shop.order_state NOT NULL,
    total     numeric     NOT NULL,
    placed    timestamptz,
    promised  interval,
    note      text,
    version   bigint      NOT NULL
);
CREATE TABLE shop.order_items (
    order_id  bigint      NOT NULL,
    line      smallint    NOT NULL,
    sku       text        NOT NULL,
    quantity  integer     NOT NULL,
    price     numeric,
    discount  real,
    version   bigint      NOT NULL,
    PRIMARY KEY (order_id, line)
);
-- Its old rows are in the log as they were; the other relations log the key only.
ALTER TABLE shop.order_items REPLICA IDENTITY FULL;
CREATE TABLE shop.documents (
    id        bigint      PRIMARY KEY,
    title     text        NOT NULL,
    body      text        NOT NULL,
    meta      jsonb,
    seal      bytea,
    read_at   timestamp,
    version   bigint      NOT NULL
);
