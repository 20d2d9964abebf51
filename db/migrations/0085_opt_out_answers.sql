-- A message that confirms to a phone what its word did, where the number that it wrote to can send one;
-- and the lists of words and codes become an administrator's.

set local role tuma_owner;

create table opt_out_answer (
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  language text not null check (language ~ '^[a-z]{2}$'),
  asks text not null check (asks in ('STOP', 'STOP_EVERYTHING', 'START')),
  text text not null check (length(text) between 1 and 300),
  primary key (country, language, asks)
);
comment on table opt_out_answer is
  'Texts that confirm an opt-out or its end to a phone, by country ('''' is every country), language of its '
  'word and request. Written by features/platform-settings.';
insert into opt_out_answer (language, asks, text) values
  ('en', 'STOP', '{name}: you will get no more promotions from us. To get them again, send START to {number}.'),
  ('en', 'STOP_EVERYTHING', '{name}: you will get no more messages from us. To get them again, send START to {number}.'),
  ('en', 'START', '{name}: you will get our messages again. To stop them, send STOP to {number}.'),
  ('sw', 'STOP', '{name}: hutapokea tena matangazo yetu. Ili kuyapokea tena, tuma ANZA kwa {number}.'),
  ('sw', 'STOP_EVERYTHING', '{name}: hutapokea tena ujumbe wetu. Ili kuupokea tena, tuma ANZA kwa {number}.'),
  ('sw', 'START', '{name}: utapokea tena ujumbe wetu. Ili kuusitisha, tuma ACHA kwa {number}.'),
  ('pt', 'STOP', '{name}: deixa de receber a nossa publicidade. Para voltar a receber, envie INICIAR para {number}.'),
  ('pt', 'STOP_EVERYTHING', '{name}: deixa de receber as nossas mensagens. Para voltar a receber, envie INICIAR para {number}.'),
  ('pt', 'START', '{name}: volta a receber as nossas mensagens. Para deixar de receber, envie PARAR para {number}.'),
  ('fr', 'STOP', '{name}: vous ne recevrez plus notre publicité. Pour la recevoir de nouveau, envoyez START au {number}.'),
  ('fr', 'STOP_EVERYTHING', '{name}: vous ne recevrez plus nos messages. Pour les recevoir de nouveau, envoyez START au {number}.'),
  ('fr', 'START', '{name}: vous recevrez de nouveau nos messages. Pour ne plus les recevoir, envoyez STOP au {number}.');
grant select, insert, update, delete on opt_out_answer to tuma_portal;
grant select on opt_out_answer to tuma_gateway;

create table opt_out_choice (
  client_id uuid primary key references client (id),
  is_answered boolean not null
);
comment on table opt_out_choice is
  'Accounts that chose whether phones get an answer to words that opt out or in. Written by core/opt-outs.';
alter table opt_out_choice enable row level security;
create policy gateway on opt_out_choice to tuma_gateway using (true) with check (true);
create policy reach on opt_out_choice to tuma_portal using (
  (select tuma_reach()) = 'all'
  or client_id = (select tuma_client())
  or ((select tuma_reach()) in ('tree', 'ebu') and client_id in (select id from client)));
grant select, insert, update, delete on opt_out_choice to tuma_portal;
grant select on opt_out_choice to tuma_gateway;

-- One answer to a number and day, counted with the opt-out.
grant select, insert, update on rate_limit to tuma_gateway;

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check
  check (kind in ('WEBHOOK', 'HTTP_CONNECTOR', 'SMPP_USER', 'MAIL', 'RECEIPT_URL', 'OPT_OUT_ANSWER')) not valid;

grant insert, update, delete on opt_out_keyword, opt_out_code to tuma_portal;
comment on table opt_out_keyword is
  'Words with which phones opt out or in, by country and language. Written by features/platform-settings.';
comment on table opt_out_code is
  'Words and codes by which carriers say that a person opted out, in lower case. Written by features/platform-settings.';

reset role;
