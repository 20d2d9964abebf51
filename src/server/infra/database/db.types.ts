// Written by `npm run schema` from db/migrations: read it, never edit it.
import type { Generated, GeneratedAlways } from 'kysely';

export interface Setting {
  key: string;
  value: unknown;
}

export interface Client {
  id: string;
  parent_id: string | null;
  number: GeneratedAlways<number>;
  path: string;
  client_name: string;
  account_type: string;
  first_name: string | null;
  last_name: string | null;
  other_names: string | null;
  company_name: string | null;
  email: string | null;
  phone: string | null;
  country: string;
  website: string | null;
  timezone: Generated<string>;
  language: Generated<string>;
  access_level: string;
  client_status: string;
  low_units_notify_level: Generated<bigint>;
  email_alerts: Generated<string[]>;
  sms_alerts: Generated<string[]>;
  use_2fa: Generated<boolean>;
  otp_channel: Generated<string>;
  profile_picture_id: string | null;
  requires_campaign_approval: Generated<boolean>;
  daily_limit_messages: number | null;
  password_hash: string | null;
  password_expires_at: Date | null;
  status_before_block: string | null;
  created_at: Generated<Date>;
  replace_lookalikes: Generated<boolean>;
  inviter_id: string | null;
  email_unproved: Generated<boolean>;
}

export interface Session {
  id: string;
  client_id: string;
  impersonator_id: string | null;
  access_hash: Buffer;
  access_expires_at: Date;
  refresh_hash: Buffer | null;
  previous_refresh_hash: Buffer | null;
  refreshed_at: Generated<Date>;
  refresh_expires_at: Date | null;
  user_agent: string | null;
  address: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
  step_up_expires_at: Date | null;
  family_hash: Buffer | null;
  active_at: Generated<Date>;
  end_reason: string | null;
  actor_session_id: string | null;
}

export interface Account {
  id: string;
  client_id: string;
  kind: string;
  balance: Generated<bigint>;
  floor: Generated<bigint>;
}

export interface Transfer {
  id: string;
  kind: string;
  idem: string;
  campaign_id: string | null;
  purchase_id: string | null;
  actor_id: string | null;
  impersonator_id: string | null;
  note: string | null;
  at: Generated<Date>;
}

export interface Entry {
  transfer_id: string;
  account_id: string;
  amount: bigint;
  balance_after: bigint;
  seq: GeneratedAlways<bigint>;
  listed: Generated<boolean>;
}

export interface Rate {
  id: string;
  client_id: string;
  region_name: string;
  region_filters: string[];
  cost_price: string;
  currency: string;
  created_at: Generated<Date>;
  valid_from: Generated<Date>;
  below_floor: Generated<boolean>;
}

export interface Sender {
  id: string;
  sender: string;
  client_id: string;
  kind: string;
  country: string;
  network: Generated<string[]>;
  status: string;
  payment_status: Generated<string>;
  fee: string | null;
  currency: string | null;
  reason: string | null;
  is_generic: Generated<boolean>;
  delegated_to: Generated<string[]>;
  created_at: Generated<Date>;
  brand_owner: string | null;
  sample: string | null;
  impersonator_id: string | null;
  blocked_by_staff: Generated<boolean>;
  status_at: Generated<Date>;
}

export interface OptOut {
  client_id: string;
  destination: string;
  source: string;
  at: Generated<Date>;
  note: Generated<string>;
}

export interface BlockedNumber {
  destination: string;
  reason: string;
  at: Generated<Date>;
}

export interface Campaign {
  id: string;
  client_id: string;
  campaign_name: string;
  sender_id: string | null;
  sender: string;
  text: string;
  source: string;
  upload_id: string | null;
  columns: string[] | null;
  phone_column: string | null;
  class: Generated<string>;
  policy: Generated<string>;
  priority: Generated<number>;
  country: string;
  status: string;
  reason: string | null;
  prepare_row: Generated<number>;
  summary: unknown;
  prepared_at: Date | null;
  total: Generated<number>;
  segments: Generated<number>;
  expand_row: Generated<number>;
  expanded: Generated<number>;
  expanded_at: Date | null;
  units_held: Generated<bigint>;
  submitted: Generated<number>;
  delivered: Generated<number>;
  undeliverable: Generated<number>;
  rejected: Generated<number>;
  expired: Generated<number>;
  failed: Generated<number>;
  unknown: Generated<number>;
  cancelled: Generated<number>;
  units_captured: Generated<bigint>;
  units_released: Generated<bigint>;
  units_refunded: Generated<bigint>;
  validity_seconds: Generated<number>;
  created_by: string | null;
  approved_by: string | null;
  created_at: Generated<Date>;
  schedule_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  replace_lookalikes: Generated<boolean>;
  impersonator_id: string | null;
  waiting_since: Date | null;
  approval_reasons: Generated<unknown>;
  resume_at: Date | null;
  copied_from: string | null;
  copied_outcomes: string[] | null;
  forecast: unknown;
}

export interface Recipient {
  campaign_id: string;
  row_no: number;
  client_id: string;
  destination: string;
  fields: unknown;
  segments: number;
  units: bigint;
  country: string;
  network: Generated<number>;
  skipped: string | null;
}

export interface RecipientRefused {
  campaign_id: string;
  row_no: number;
  client_id: string;
  value: string;
  reason: string;
}

export interface Message {
  id: string;
  client_id: string;
  campaign_id: string | null;
  destination: string;
  sender: string;
  text: string | null;
  encoding: number;
  segments: number;
  units: bigint;
  route_id: number;
  config_version: number;
  status: Generated<number>;
  connector_id: number | null;
  carrier_ids: string[] | null;
  carrier_status: string | null;
  error_code: string | null;
  dup_risk: boolean | null;
  submitted_at: Date | null;
  done_at: Date | null;
  source: Generated<string>;
  gateway_user_id: number | null;
  class: Generated<string>;
  priority: Generated<number>;
  schedule_at: Date | null;
  expires_at: Date | null;
  country: Generated<string>;
  network: Generated<number>;
  client_reference: string | null;
  callback: unknown;
  payload: Buffer | null;
  data_coding: number | null;
  esm_class: number | null;
  test: Generated<boolean>;
  facts: unknown;
}

export interface Chunk {
  id: GeneratedAlways<bigint>;
  route_id: number;
  priority: number;
  client_id: string;
  campaign_id: string | null;
  sender: string;
  message_ids: string[];
  size: number;
  pos: Generated<number>;
  attempt: Generated<number>;
  dup_risk: Generated<boolean>;
  not_before: Generated<Date>;
  expires_at: Date;
  stopped: Generated<boolean>;
  owner: number | null;
  epoch: bigint | null;
}

export interface ConnectorLease {
  connector_id: number;
  carrier_account_id: number;
  epoch: Generated<bigint>;
  holder: string | null;
}

export interface Submission {
  message_id: string;
  part: number;
  parts: Generated<number>;
  connector_id: number;
  carrier_account_id: number;
  epoch: bigint;
  route_id: number;
  state: Generated<number>;
  policy: string;
  attempt: number;
  dup_risk: Generated<boolean>;
  priority: number;
  client_id: string;
  campaign_id: string | null;
  sender: string;
  destination: string;
  country: string;
  network: number;
  units: bigint;
  carrier_id: string | null;
  at: Generated<Date>;
  expires_at: Date;
}

export interface Receipt {
  received_on: Generated<string>;
  carrier_account_id: number;
  carrier_id: string;
  stat: number;
  carrier_status: string;
  error_code: string | null;
  destination: Generated<string>;
  body: string | null;
  received_at: Generated<Date>;
  matched: Generated<boolean>;
  message_id: string | null;
  part: number | null;
}

export interface MessageEvent {
  message_id: string;
  client_id: string;
  at: Generated<Date>;
  kind: string;
  detail: unknown;
}

export interface CampaignDelta {
  id: GeneratedAlways<bigint>;
  hour: Date;
  client_id: string;
  campaign_id: string | null;
  sender: string;
  country: string;
  network: number;
  messages: Generated<number>;
  segments: Generated<number>;
  submitted: Generated<number>;
  delivered: Generated<number>;
  undeliverable: Generated<number>;
  rejected: Generated<number>;
  expired: Generated<number>;
  failed: Generated<number>;
  unknown: Generated<number>;
  cancelled: Generated<number>;
  captured: Generated<bigint>;
  released: Generated<bigint>;
  at: Generated<Date>;
  causes: unknown;
}

export interface RollupHour {
  hour: Date;
  client_id: string;
  sender: string;
  country: string;
  network: number;
  messages: Generated<bigint>;
  segments: Generated<bigint>;
  units: Generated<bigint>;
  submitted: Generated<bigint>;
  delivered: Generated<bigint>;
  undeliverable: Generated<bigint>;
  rejected: Generated<bigint>;
  expired: Generated<bigint>;
  failed: Generated<bigint>;
  unknown: Generated<bigint>;
  cancelled: Generated<bigint>;
}

export interface Mo {
  id: string;
  client_id: string | null;
  carrier_account_id: number;
  connector_id: number;
  source: string;
  destination: string;
  text: string;
  encoding: number;
  carrier_at: Generated<string>;
  hash: Buffer;
  at: Generated<Date>;
  found_by: string | null;
  route_id: number | null;
  config_version: number | null;
  facts: unknown;
}

export interface MoPart {
  carrier_account_id: number;
  source: string;
  destination: string;
  reference: number;
  total: number;
  part: number;
  text: string;
  at: Generated<Date>;
  hash: Generated<Buffer>;
  connector_id: Generated<number>;
  encoding: Generated<number>;
  carrier_at: Generated<string>;
  mo_id: string | null;
}

export interface Connector {
  id: GeneratedAlways<number>;
  cid: string;
  kind: string;
  carrier_account_id: number;
  settings: unknown;
  secret: Buffer | null;
  started: Generated<boolean>;
  created_at: Generated<Date>;
  restarts: Generated<number>;
}

export interface Filter {
  id: GeneratedAlways<number>;
  fid: string;
  type: string;
  parameters: Generated<unknown>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface Route {
  id: GeneratedAlways<number>;
  direction: string;
  order: number;
  type: string;
  filter_ids: Generated<number[]>;
  connector_ids: Generated<number[]>;
  weights: number[] | null;
  enabled: Generated<boolean>;
  targets: Generated<unknown>;
  updated_at: Generated<Date>;
}

export interface ConfigVersion {
  version: GeneratedAlways<number>;
  config: unknown;
  actor_id: string | null;
  at: Generated<Date>;
}

export interface ConnectorState {
  connector_id: number;
  holder: string;
  state: string;
  since: Date;
  last_error: string | null;
  epoch: Generated<bigint>;
  window_size: number;
  in_window: number;
  submitted_per_s: number;
  slowest_tick_ms: number;
  at: Generated<Date>;
  receipts_outstanding: number | null;
}

export interface Task {
  id: string;
  client_id: string;
  kind: string;
  description: string;
  status: Generated<string>;
  progress: Generated<number>;
  input: unknown;
  result: unknown;
  error: string | null;
  stop_requested: Generated<boolean>;
  attempts: Generated<number>;
  not_before: Generated<Date>;
  holder: string | null;
  lease_until: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface Upload {
  id: string;
  client_id: string;
  purpose: string;
  file_name: string;
  bytes: Generated<bigint>;
  whole: Generated<boolean>;
  info: unknown;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface FilePart {
  file_id: string;
  part: number;
  bytes: Buffer;
}

export interface RequestKey {
  client_id: string;
  key: string;
  body_hash: Buffer;
  answer: unknown;
  at: Generated<Date>;
}

export interface Outbox {
  id: GeneratedAlways<bigint>;
  client_id: string | null;
  kind: string;
  target: string;
  payload: unknown;
  attempts: Generated<number>;
  not_before: Generated<Date>;
  done_at: Date | null;
  last_error: string | null;
  created_at: Generated<Date>;
  thread: string | null;
}

export interface Ticket {
  id: string;
  client_id: string | null;
  purpose: string;
  token_hash: Buffer;
  code_hash: Buffer | null;
  sent_by: string | null;
  tries: Generated<number>;
  expires_at: Date;
  used_at: Date | null;
  created_at: Generated<Date>;
  registration: unknown;
}

export interface TryCount {
  key: string;
  count: number;
  until: Date;
}

export interface ApiKey {
  id: string;
  client_id: string;
  name: string;
  scopes: string[];
  ip_list: Generated<string[]>;
  key_hash: Buffer;
  prefix: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  revoked_at: Date | null;
  test: Generated<boolean>;
}

export interface Picture {
  id: string;
  client_id: string;
  purpose: string;
  bytes: Buffer;
  created_at: Generated<Date>;
}

export interface Brand {
  client_id: string;
  client_path: string;
  brand_name: string;
  theme_name: Generated<string>;
  logo_picture_id: string | null;
  support_email: string | null;
  support_phone: string | null;
}

export interface BrandHost {
  host: string;
  client_id: string;
  created_at: Generated<Date>;
  token: string | null;
  checked_at: Date | null;
  proof_missing_since: Date | null;
}

export interface AuditEntry {
  id: string;
  actor_id: string | null;
  impersonator_id: string | null;
  action: string;
  client_id: string | null;
  before: unknown;
  after: unknown;
  address: string | null;
  user_agent: string | null;
  at: Generated<Date>;
}

export interface CodeTraffic {
  prefix: string;
  slot: Date;
  sent: Generated<number>;
  solved: Generated<number>;
}

export interface MessageTemplate {
  id: string;
  client_id: string;
  name: string;
  text: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface CampaignAudience {
  campaign_id: string;
  client_id: string;
  recipients: string[];
  group_ids: string[];
  contact_ids: string[];
  after_contact: string | null;
}

export interface Contact {
  id: string;
  client_id: string;
  phone: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  other_names: Generated<string>;
  email: Generated<string>;
  attributes: Generated<unknown>;
  consent: unknown;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  name_key: GeneratedAlways<string | null>;
  last_name_key: GeneratedAlways<string | null>;
  other_names_key: GeneratedAlways<string | null>;
  email_key: GeneratedAlways<string | null>;
}

export interface ContactGroup {
  id: string;
  client_id: string;
  group_name: string;
  name_key: GeneratedAlways<string | null>;
  description: Generated<string>;
  contact_count: Generated<number>;
  created_at: Generated<Date>;
  emptying: string | null;
  operation_id: string | null;
}

export interface ContactGroupMember {
  group_id: string;
  contact_id: string;
  client_id: string;
}

export interface ContactImport {
  id: string;
  client_id: string;
  kind: string;
  upload_id: string;
  file_name: string;
  status: string;
  mapping: unknown;
  existing: string;
  group_ids: Generated<string[]>;
  new_group_name: string | null;
  consent: unknown;
  row_count: number;
  expected: unknown;
  counts: unknown;
  at_row: Generated<number>;
  operation_id: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

export interface ContactImportRefused {
  import_id: string;
  row_no: number;
  client_id: string;
  cells: string[];
  reason: string;
}

export interface CampaignEvent {
  id: string;
  campaign_id: string;
  client_id: string;
  kind: string;
  reason: string | null;
  actor_id: string | null;
  actor_name: string | null;
  impersonator_id: string | null;
  at: Generated<Date>;
}

export interface CampaignMinute {
  campaign_id: string;
  minute: Date;
  client_id: string;
  submitted: Generated<number>;
  delivered: Generated<number>;
  failed: Generated<number>;
}

export interface CampaignNetwork {
  campaign_id: string;
  country: string;
  network: number;
  client_id: string;
  messages: Generated<number>;
  segments: Generated<number>;
  submitted: Generated<number>;
  delivered: Generated<number>;
  undeliverable: Generated<number>;
  rejected: Generated<number>;
  expired: Generated<number>;
  failed: Generated<number>;
  unknown: Generated<number>;
  cancelled: Generated<number>;
  captured: Generated<bigint>;
}

export interface ConnectorPace {
  connector_id: number;
  per_second: number;
  at: Generated<Date>;
}

export interface SendingWindow {
  country: string;
  kind: string;
  opens: number;
  closes: number;
  days: number[];
  timezone: string;
  source: string;
  checked_on: string;
}

export interface GatewayGroup {
  gid: string;
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface GatewayUser {
  id: GeneratedAlways<number>;
  uid: string;
  gid: string;
  client_id: string;
  username: string;
  password_hash: string | null;
  enabled: Generated<boolean>;
  blocked: Generated<boolean>;
  mt_messaging_cred: unknown;
  smpps_cred: unknown;
  created_at: Generated<Date>;
}

export interface ConnectorMinute {
  connector_id: number;
  minute: Date;
  submitted: Generated<number>;
  accepted: Generated<number>;
  refused: Generated<number>;
  throttled: Generated<number>;
  lost: Generated<number>;
  receipts: Generated<number>;
  received: Generated<number>;
  window_in_use: Generated<number>;
  queue_length: Generated<number>;
}

export interface ConnectorTrace {
  connector_id: number;
  watched_until: Date;
  pdus: Generated<unknown>;
}

export interface Payment {
  id: string;
  number: GeneratedAlways<bigint>;
  client_id: string;
  purpose: string;
  sender_id: string | null;
  seller_id: string | null;
  units: Generated<bigint>;
  cost_price: string | null;
  amount: string;
  currency: string;
  provider: string;
  phone: string;
  status: Generated<string>;
  step: Generated<string>;
  reason: string | null;
  reserved: Generated<boolean>;
  secret: Generated<string>;
  merchant_id: string | null;
  checkout_id: string | null;
  receipt: string | null;
  asked: Generated<number>;
  ask_at: Date | null;
  after_seq: bigint;
  created_by: string | null;
  impersonator_id: string | null;
  created_at: Generated<Date>;
  pushed_at: Date | null;
  ended_at: Date | null;
  seller_units: bigint | null;
  secret_hash: Buffer | null;
}

export interface PaymentEvent {
  id: GeneratedAlways<bigint>;
  payment_id: string | null;
  kind: string;
  address: string | null;
  checkout_id: string | null;
  receipt: string | null;
  amount: string | null;
  phone: string | null;
  facts: Generated<unknown>;
  at: Generated<Date>;
}

export interface WalletNotice {
  client_id: string;
  low_at: Date | null;
  remind_every: string | null;
  remind_units: bigint | null;
  reminded_on: string | null;
}

export interface LedgerProof {
  at: Generated<Date>;
  ok: boolean;
  result: unknown;
}

export interface AcceptStamp {
  one: Generated<boolean>;
  version: Generated<bigint>;
}

export interface ScriptedMessage {
  message_id: string;
  client_id: string;
  due_at: Date;
  submitted: Generated<boolean>;
  status: number;
  carrier_status: string | null;
  error_code: string | null;
  end_at: Date;
}

export interface Webhook {
  id: string;
  client_id: string;
  url: string | null;
  description: Generated<string>;
  events: string[];
  enabled: Generated<boolean>;
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Date | null;
  failing_since: Date | null;
  created_at: Generated<Date>;
}

export interface WebhookDelivery {
  id: GeneratedAlways<bigint>;
  webhook_id: string;
  client_id: string;
  url: string;
  host: string;
  event_id: string;
  event: string;
  thread: string | null;
  body: string;
  status: Generated<string>;
  attempts: Generated<number>;
  tries: Generated<unknown>;
  next_at: Generated<Date>;
  expires_at: Date;
  replays: Generated<number>;
  created_at: Generated<Date>;
  ended_at: Date | null;
  request: string | null;
  answer: string | null;
}

export interface WebhookHost {
  host: string;
  failures: number;
  opened_at: Date | null;
  probe_at: Date | null;
  probes: Generated<number>;
  last_error: string;
}

export interface SmppBind {
  id: string;
  holder: string;
  client_id: string;
  gateway_user_id: number;
  kind: string;
  address: string;
  tls: boolean;
  since: Generated<Date>;
  at: Generated<Date>;
  submitted: Generated<bigint>;
  refused: Generated<bigint>;
  delivered: Generated<bigint>;
  in_window: Generated<number>;
}

export interface InvoiceDetails {
  client_id: string;
  legal_name: string | null;
  address: string | null;
  tax_number: string | null;
  tax_name: string | null;
  tax_percent: string | null;
}

export interface InvoiceSeries {
  seller_id: string;
  last_number: bigint;
}

export interface Invoice {
  id: string;
  seller_id: string;
  number: bigint;
  payment_id: string;
  client_id: string;
  issued_at: Generated<Date>;
  seller: unknown;
  buyer: unknown;
  purpose: string;
  units: bigint;
  cost_price: string | null;
  net: string;
  tax_name: string | null;
  tax_percent: string | null;
  tax: string;
  total: string;
  currency: string;
}

export interface SenderRule {
  country: string;
  kind: string;
  offered: Generated<boolean>;
  shortest: number;
  longest: number;
  spaces: boolean;
  symbols: boolean;
  documents: string[];
  sample: Generated<boolean>;
  fee: string | null;
  currency: string | null;
  days_least: number;
  days_most: number;
  source: string;
  checked_on: string;
}

export interface ProtectedName {
  country: string;
  name: string;
  kind: string;
  source: string;
}

export interface SenderDocument {
  id: string;
  sender_id: string;
  client_id: string;
  kind: string;
  status: string;
  reason: string | null;
  file_id: string;
  file_name: string;
  content_type: string;
  bytes: bigint;
  replaced_by: string | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
}

export interface SenderEvent {
  id: string;
  sender_id: string;
  client_id: string;
  kind: string;
  document_kind: string | null;
  about_id: string | null;
  reason: string | null;
  actor_id: string | null;
  actor_name: string | null;
  impersonator_id: string | null;
  at: Generated<Date>;
}

export interface RollupKey {
  id: GeneratedAlways<bigint>;
  client_id: string;
  kind: string;
  sender: string;
  country: string;
  network: number;
  slot: number;
}

export interface RollupDay {
  key_id: bigint;
  day: string;
  client_id: string;
  messages: bigint;
  segments: bigint;
  units: bigint;
  submitted: bigint;
  delivered: bigint;
  undeliverable: bigint;
  rejected: bigint;
  expired: bigint;
  failed: bigint;
  unknown: bigint;
  cancelled: bigint;
}

export interface FailureKey {
  id: GeneratedAlways<bigint>;
  client_id: string;
  kind: string;
  sender: string;
  country: string;
  network: number;
  status: number;
  error_code: string;
  carrier_status: string;
}

export interface FailureDay {
  key_id: bigint;
  day: string;
  client_id: string;
  messages: bigint;
}

export interface ReportSchedule {
  id: string;
  client_id: string;
  name: string;
  kind: string;
  format: string;
  filters: unknown;
  columns: string[];
  language: string;
  timezone: string;
  every: string;
  hour: number;
  attach: boolean;
  paused: Generated<boolean>;
  next_at: Date;
  created_at: Generated<Date>;
}

export interface Report {
  id: string;
  client_id: string;
  name: string;
  kind: string;
  format: string;
  filters: unknown;
  columns: string[];
  language: string;
  timezone: string;
  reach: string;
  status: Generated<string>;
  error: string | null;
  operation_id: string | null;
  checkpoint: unknown;
  rows: Generated<bigint>;
  bytes: Generated<bigint>;
  schedule_id: string | null;
  due_at: Date | null;
  impersonator_id: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
  expires_at: Date | null;
}

export interface BackupRun {
  id: string;
  started_by: string;
  file: string | null;
  started_at: Generated<Date>;
  ended_at: Date | null;
  bytes: bigint | null;
  rows: bigint | null;
  encrypted: boolean;
  verified: boolean | null;
  error: string | null;
}

export interface Restoration {
  id: string;
  file: string;
  backup_at: Date;
  restored_at: Generated<Date>;
  released_at: Date | null;
  released_by: string | null;
}

export interface Heartbeat {
  process: string;
  holder: string;
  host: string;
  version: string;
  started_at: Date;
  at: Generated<Date>;
  metrics: Generated<string>;
  keys: string[] | null;
}

export interface GaugeMinute {
  minute: Date;
  queued: number;
  oldest_queued_s: number;
  in_flight: number;
  ambiguous: number;
  outbox: number;
  outbox_oldest_s: number;
  unmatched: number;
  tasks: number;
  payments: number;
  submitted: number;
  receipts: number;
  database_bytes: bigint;
  disk_free: bigint | null;
  disk_total: bigint | null;
}

export interface Alert {
  id: string;
  kind: string;
  subject: Generated<string>;
  status: Generated<string>;
  facts: Generated<unknown>;
  raised_at: Generated<Date>;
  reminded_at: Generated<Date>;
  resolved_at: Date | null;
  found_at: Generated<Date>;
}

export interface AlertNotice {
  id: GeneratedAlways<bigint>;
  alert_id: string;
  occasion: string;
  channel: string;
  target: string;
  attempts: Generated<number>;
  not_before: Generated<Date>;
  done_at: Date | null;
  last_error: string | null;
}

export interface Throughput {
  who: string;
  per_second: number;
  wanted: number;
  granted: number;
  available: number;
  at: Date;
}

export interface DashboardChoice {
  client_id: string;
  first_steps_hidden: boolean;
}

export interface ErasureKey {
  one: Generated<boolean>;
  key: Buffer;
}

export interface ErasedNumber {
  hash: string;
  at: Generated<Date>;
}

export interface PriceFinding {
  client_id: string;
  region_name: string;
  kind: string;
  set_price: string;
  against_price: string;
  currency: string;
  found_at: Generated<Date>;
}

export interface ContactChange {
  number: GeneratedAlways<bigint>;
  client_id: string;
  kind: string;
  old_value: string | null;
  new_value: string;
  requested_by: string;
  status: Generated<string>;
  confirm_hash: Buffer | null;
  undo_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  confirmed_at: Date | null;
  undo_expires_at: Date;
  undone_at: Date | null;
}

export interface KnownDevice {
  id: string;
  client_id: string;
  token_hash: Buffer;
  used_at: Generated<Date>;
}

export interface SignIn {
  id: string;
  client_id: string;
  way: string;
  outcome: string;
  address: string;
  user_agent: string;
  is_new_place: boolean;
  created_at: Generated<Date>;
}

export interface Totp {
  client_id: string;
  secret: Buffer | null;
  enabled_at: Date | null;
  last_step: Generated<bigint>;
  last_used_at: Date | null;
  pending_secret: Buffer | null;
  pending_until: Date | null;
}

export interface Passkey {
  id: string;
  client_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  rp_id: string;
  name: string;
  backed_up: boolean;
  last_used_at: Date | null;
  cloned_at: Date | null;
  created_at: Generated<Date>;
}

export interface PasskeyChallenge {
  challenge_hash: Buffer;
  client_id: string | null;
  purpose: string;
  rp_id: string;
  expires_at: Date;
}

export interface RecoveryCode {
  client_id: string;
  code_hash: Buffer;
  used_at: Date | null;
  created_at: Generated<Date>;
}

export interface HostProposal {
  host: string;
  client_id: string;
  token: string;
  created_at: Generated<Date>;
  expires_at: Date;
  check_at: Date | null;
  checked_at: Date | null;
  check_result: string | null;
  refused_at: Date | null;
  reason: string | null;
}

export interface DatabaseSecret {
  one: Generated<boolean>;
  scope_key: Buffer;
  login_key: Buffer;
}

export interface AuditSeal {
  seq: bigint;
  entry_id: string;
  redaction: boolean;
  sealed_at: Date;
  salt: Buffer | null;
  personal_digest: Buffer;
  hash: Buffer;
}

export interface AuditUnsealed {
  id: GeneratedAlways<bigint>;
  entry_id: string;
  redaction: boolean;
}

export interface AuditCheck {
  one: Generated<boolean>;
  at: Generated<Date>;
  ok: boolean;
  seq: bigint;
  hash: Buffer;
  result: unknown;
}

export interface SecondApproval {
  id: string;
  kind: string;
  client_id: string | null;
  author_id: string;
  units: bigint;
  input: unknown;
  status: string;
  created_at: Generated<Date>;
  expires_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

export interface DB {
  setting: Setting;
  client: Client;
  session: Session;
  account: Account;
  transfer: Transfer;
  entry: Entry;
  rate: Rate;
  sender: Sender;
  opt_out: OptOut;
  blocked_number: BlockedNumber;
  campaign: Campaign;
  recipient: Recipient;
  recipient_refused: RecipientRefused;
  message: Message;
  chunk: Chunk;
  connector_lease: ConnectorLease;
  submission: Submission;
  receipt: Receipt;
  message_event: MessageEvent;
  campaign_delta: CampaignDelta;
  rollup_hour: RollupHour;
  mo: Mo;
  mo_part: MoPart;
  connector: Connector;
  filter: Filter;
  route: Route;
  config_version: ConfigVersion;
  connector_state: ConnectorState;
  task: Task;
  upload: Upload;
  file_part: FilePart;
  request_key: RequestKey;
  outbox: Outbox;
  ticket: Ticket;
  try_count: TryCount;
  api_key: ApiKey;
  picture: Picture;
  brand: Brand;
  brand_host: BrandHost;
  audit_entry: AuditEntry;
  code_traffic: CodeTraffic;
  message_template: MessageTemplate;
  campaign_audience: CampaignAudience;
  contact: Contact;
  contact_group: ContactGroup;
  contact_group_member: ContactGroupMember;
  contact_import: ContactImport;
  contact_import_refused: ContactImportRefused;
  campaign_event: CampaignEvent;
  campaign_minute: CampaignMinute;
  campaign_network: CampaignNetwork;
  connector_pace: ConnectorPace;
  sending_window: SendingWindow;
  gateway_group: GatewayGroup;
  gateway_user: GatewayUser;
  connector_minute: ConnectorMinute;
  connector_trace: ConnectorTrace;
  payment: Payment;
  payment_event: PaymentEvent;
  wallet_notice: WalletNotice;
  ledger_proof: LedgerProof;
  accept_stamp: AcceptStamp;
  scripted_message: ScriptedMessage;
  webhook: Webhook;
  webhook_delivery: WebhookDelivery;
  webhook_host: WebhookHost;
  smpp_bind: SmppBind;
  invoice_details: InvoiceDetails;
  invoice_series: InvoiceSeries;
  invoice: Invoice;
  sender_rule: SenderRule;
  protected_name: ProtectedName;
  sender_document: SenderDocument;
  sender_event: SenderEvent;
  rollup_key: RollupKey;
  rollup_day: RollupDay;
  failure_key: FailureKey;
  failure_day: FailureDay;
  report_schedule: ReportSchedule;
  report: Report;
  backup_run: BackupRun;
  restoration: Restoration;
  heartbeat: Heartbeat;
  gauge_minute: GaugeMinute;
  alert: Alert;
  alert_notice: AlertNotice;
  throughput: Throughput;
  dashboard_choice: DashboardChoice;
  erasure_key: ErasureKey;
  erased_number: ErasedNumber;
  price_finding: PriceFinding;
  contact_change: ContactChange;
  known_device: KnownDevice;
  sign_in: SignIn;
  totp: Totp;
  passkey: Passkey;
  passkey_challenge: PasskeyChallenge;
  recovery_code: RecoveryCode;
  host_proposal: HostProposal;
  database_secret: DatabaseSecret;
  audit_seal: AuditSeal;
  audit_unsealed: AuditUnsealed;
  audit_check: AuditCheck;
  second_approval: SecondApproval;
}
