-- Which contract the graphs are served, once the operator switched it. Until then the configuration says it.
create table contract_switch (
  id integer not null primary key check (id = 1),
  contract text not null check (contract in ('1.0.0', '1.0.1')),
  changed_at_ms bigint not null
);
