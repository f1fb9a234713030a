CREATE TABLE shop.customers (
    id        binary(16)  PRIMARY KEY,
    name      varchar(60) NOT NULL,
    nick      varchar(40),
    credit    decimal(14, 4),
    tags      json,
    born      date,
    seen      timestamp(6) NULL,
    active    boolean     NOT NULL,
    version   bigint      NOT NULL
);
CREATE TABLE shop.products (
    sku       varchar(40) COLLATE utf8mb4_0900_as_cs PRIMARY KEY,
    title     varchar(200) NOT NULL,
    price     decimal(12, 2) NOT NULL,
    weight    double,
    box       set('glass', 'heavy', 'cold', 'flat'),
    sold_from date,
    sold_span time(3),
    version   bigint      NOT NULL
);
CREATE TABLE shop.orders (
    id        bigint      PRIMARY KEY,
    customer  binary(16)  NOT NULL,
    state     enum('open', 'paid', 'shipped', 'returned', 'cancelled') NOT NULL,
    total     decimal(30, 10) NOT NULL,
    placed    datetime(6),
    promised  mediumint unsigned,
    note      text,
    version   bigint      NOT NULL
);
CREATE TABLE shop.order_items (
    order_id  bigint      NOT NULL,
    line      smallint    NOT NULL,
    sku       varchar(40) NOT NULL,
    quantity  int unsigned NOT NULL,
    price     decimal(20, 6),
    discount  float,
    version   bigint      NOT NULL,
    PRIMARY KEY (order_id, line)
);
CREATE TABLE shop.documents (
    id        bigint      PRIMARY KEY,
    title     varchar(200) NOT NULL,
    body      longtext    NOT NULL,
    meta      json,
    seal      varbinary(64),
    read_at   datetime,
    version   bigint      NOT NULL
);
