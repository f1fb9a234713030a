CREATE TABLE shop.customers (
    id        uuid        PRIMARY KEY,
    name      varchar(60) NOT NULL,
    nick      varchar(40),
    credit    numeric(14, 4),
    tags      jsonb,
    born      date,
    seen      timestamptz,
    active    boolean     NOT NULL,
    version   bigint      NOT NULL
);
CREATE TABLE shop.products (
    sku       varchar(40) PRIMARY KEY,
    title     varchar(200) NOT NULL,
    price     numeric(12, 2) NOT NULL,
    weight    double precision,
    box       varchar(60),
    sold_from date,
    sold_span time(3),
    version   bigint      NOT NULL
);
CREATE TABLE shop.orders (
    id        bigint      PRIMARY KEY,
    customer  uuid        NOT NULL,
    state     varchar(12) NOT NULL,
    total     numeric(30, 10) NOT NULL,
    placed    timestamp,
    promised  integer,
    note      text,
    version   bigint      NOT NULL
);
CREATE TABLE shop.order_items (
    order_id  bigint      NOT NULL,
    line      smallint    NOT NULL,
    sku       varchar(40) NOT NULL,
    quantity  bigint      NOT NULL,
    price     numeric(20, 6),
    discount  real,
    version   bigint      NOT NULL,
    PRIMARY KEY (order_id, line)
);
-- Its old rows are in the log as they were; the other relations log the key only.
ALTER TABLE shop.order_items REPLICA IDENTITY FULL;
CREATE TABLE shop.documents (
    id        bigint      PRIMARY KEY,
    title     varchar(200) NOT NULL,
    body      text        NOT NULL,
    meta      jsonb,
    seal      bytea,
    read_at   timestamp(0),
    version   bigint      NOT NULL
);
