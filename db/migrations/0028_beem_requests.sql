-- Beem's software stores the number of each request in a column of its own, often a short one, and
-- asks for delivery reports by it.

set local role tuma_owner;

create sequence beem_request start 10000001;
comment on sequence beem_request is
  'Numbers of requests in Beem''s dialect. Written by gateway/customers/http-dialects.';
grant usage on sequence beem_request to tuma_accept;

reset role;
