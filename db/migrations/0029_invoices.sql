-- What a client writes on its invoices, as buyer and as seller; null: as the account says, and no tax.
create table invoice_details (
  client_id uuid primary key references client,
  legal_name text,
  address text,
  tax_number text,
  tax_name text,
  tax_percent numeric(5, 2) check (tax_percent > 0 and tax_percent < 100),
  check ((tax_name is null) = (tax_percent is null))
);

-- The last number of each seller's series: taken in the transaction that issues, so that none is missing.
create table invoice_series (
  seller_id uuid primary key references client,
  last_number bigint not null
);

-- One for each payment that was received, as things stood then.
create table invoice (
  id uuid primary key,
  seller_id uuid not null references client,
  number bigint not null,
  payment_id uuid not null unique references payment,
  client_id uuid not null references client,
  issued_at timestamptz not null default now(),
  seller jsonb not null,
  buyer jsonb not null,
  purpose text not null,
  units bigint not null,
  cost_price numeric(12, 4),
  net numeric(14, 2) not null,
  tax_name text,
  tax_percent numeric(5, 2),
  tax numeric(14, 2) not null,
  total numeric(14, 2) not null check (total = net + tax),
  currency text not null,
  unique (seller_id, number)
);
create index invoice_client on invoice (client_id, id);

-- Payments that were received before there were invoices.
with paid as (
  select p.*, case when p.seller_id is null or exists (select from payment_event e where e.payment_id = p.id and e.kind = 'CREDITED' and e.facts ->> 'from' = 'platform')
    then (select id from client where parent_id is null order by number limit 1) else p.seller_id end as sold_by
  from payment p where p.status = 'COMPLETED'),
numbered as (select paid.*, row_number() over (partition by sold_by order by ended_at, number) as invoice_number from paid)
insert into invoice (id, seller_id, number, payment_id, client_id, issued_at, seller, buyer, purpose, units, cost_price, net, tax, total, currency)
select n.id, n.sold_by, n.invoice_number, n.id, n.client_id, n.ended_at,
  jsonb_build_object('name', s.client_name, 'email', s.email, 'phone', s.phone, 'country', s.country), jsonb_build_object('name', b.client_name, 'email', b.email, 'phone', b.phone, 'country', b.country),
  n.purpose, n.units, n.cost_price, n.amount, 0, n.amount, n.currency
from numbered n join client s on s.id = n.sold_by join client b on b.id = n.client_id;
insert into invoice_series (seller_id, last_number) select seller_id, max(number) from invoice group by seller_id;

create trigger invoice_append_only before update or delete on invoice for each row execute function refuse_change();

do $$
declare t text;
begin
  foreach t in array array['invoice', 'invoice_details'] loop
    execute format('alter table %I enable row level security', t);
    execute format($p$create policy reach on %I to tuma_portal using (
      (select tuma_reach()) = 'all'
      or client_id = (select tuma_client())
      or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)))$p$, t);
  end loop;
  execute 'alter table invoice_series enable row level security';
  execute $p$create policy reach on invoice_series to tuma_portal using ((select tuma_reach()) = 'all')$p$;
  foreach t in array array['invoice', 'invoice_details', 'invoice_series'] loop
    execute format('alter table %I owner to tuma_owner', t);
    execute format('grant select, insert, update on %I to tuma_portal', t);
  end loop;
end $$;
revoke update on invoice from tuma_portal;
