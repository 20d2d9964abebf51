-- A seller's stock is counted in units of the seller's home, what is bought in units of the buyer's.
alter table payment add column seller_units bigint;
update payment set seller_units = units where seller_id is not null;
alter table payment add check ((seller_id is null) = (seller_units is null));
