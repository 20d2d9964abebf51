-- The purpose of every table and the folder that writes it, as comments that `db/schema.sql` shows.
-- A new table brings its own comment.

set local role tuma_owner;

comment on table database_secret is
  'Keys that no login may read: `scope_key` signs scopes, `login_key` yields the logins'' '
  'passwords. Written by the migrations and by infra/database/logins.ts.';
comment on table setting is
  'Values of the platform, one row a key. Written by core/installation.';
comment on table acceptance_version is
  'A number that rises in the transaction of each change of prices, senders or sending hours: an '
  'acceptor that caches them compares it. Written by triggers alone.';
comment on table client is
  'Accounts, in a tree: `path` holds the numbers of the clients above, so that a subtree is one '
  'range of an index. Written by features/clients.';
comment on table contact_change is
  'Changes of an e-mail address or phone number: each counts once its owner has confirmed it, and '
  'can be undone. Written by features/clients.';
comment on table picture is
  'Pictures as the server encoded them, small enough for one row. Written by core/files.';
comment on table brand is
  'How a client''s part of the tree looks. `client_path` never changes; with it the nearest brand '
  'above a client is found without reading the clients between. Written by core/branding.';
comment on table brand_host is
  'Hosts in force, each proved by a DNS record or released by an administrator. Written by '
  'core/branding.';
comment on table host_proposal is
  'Hosts that were proposed; several clients may propose one, and the first that proves it gets it. '
  'Written by core/branding.';
comment on table dashboard_choice is
  'Clients who have hidden the first steps. Which steps are done is read from the facts. Written by '
  'features/dashboard.';
comment on table session is
  'Sessions of people, with hashes of their tokens. Written by core/auth.';
comment on table one_time_token is
  'Links and codes that open one thing once: a token in a person''s hand and, where a code goes '
  'with it, the code that was sent to their phone or mailbox. `client_id` is null for a name that '
  'nobody has: asking for it does the same work and gets the same answer. Written by core/auth.';
comment on table rate_limit is
  'Attempts by key in a window of time, counted here so that all processes count together. Written '
  'by core/auth.';
comment on table otp_traffic is
  'How many codes went out by SMS and how many were entered, by the first digits of the number and '
  'ten minutes: traffic that is pumped to premium numbers is requested by the thousand and never '
  'entered. Written by core/auth.';
comment on table known_device is
  'Browsers that an account signed in from, so that failed attempts of others cannot lock its owner '
  'out. Written by core/auth.';
comment on table sign_in is
  'Sign-ins to an account, refused ones included, as its owner sees them for 90 days. Written by '
  'core/auth.';
comment on table totp is
  'Authenticator apps (RFC 6238). `secret` is in force; `pending_secret` waits for its first code '
  'and expires. `last_step` is the newest time step that was used: no code serves twice. Written by '
  'core/auth.';
comment on table passkey is
  'Passkeys (WebAuthn). `rp_id` is the host that a passkey belongs to; `cloned_at` is set when its '
  'counter went backwards. Written by core/auth.';
comment on table passkey_challenge is
  'Challenges that a passkey signs. Each is deleted by its first use; one without a client is for '
  'any account. Written by core/auth.';
comment on table recovery_code is
  'Hashes of the codes that let an owner in who has lost every other factor. Written by core/auth.';
comment on table api_key is
  'Keys of customers'' software. Written by features/api-keys.';
comment on table audit_entry is
  'The audit log: who did what for whom, before and after. Append-only; an erasure alone may clear '
  'the personal fields. Written by core/audit.';
comment on table audit_seal is
  'The hash chain. A link of an entry holds the digest of its personal fields, a link of a '
  'redaction that of what remained after an erasure. The salt goes with the fields, so that a '
  'digest reveals nothing of what was erased. Written by `seal_audit`.';
comment on table audit_unsealed is
  'Committed entries and redactions that are not in the chain yet: written in the transaction of '
  'the entry itself, so that none is missed, and without a lock that transactions would wait for. '
  'Written by a trigger and by `seal_audit`.';
comment on table audit_check is
  'The last verification of the whole chain; its head is the anchor of the next one. Written by '
  'core/audit.';
comment on table second_approval is
  'Changes of balances and credit limits that wait for a second administrator (docs/adr/0052). A '
  'row with the status DIRECT was below the amount and done at once; such rows are added up over 24 '
  'hours. Written by core/second-approval.';
comment on table sender is
  'Sender IDs. One serves its owner, the clients that it was delegated to and, when generic, '
  'everyone. Written by features/senders.';
comment on table sender_rule is
  'A country''s requirements for a kind of sender ID; ''*'' is any country without a row of its '
  'own. An operator edits it. Written by features/senders.';
comment on table protected_name is
  'Names that nobody else may look like. A BRAND belongs to its owner, who proves it; a WORD names '
  'nobody and is refused. Written by features/senders.';
comment on table sender_document is
  'Documents of a sender ID. The bytes are parts of `file_id`; a rejected document stays, and names '
  'its successor. Written by features/senders.';
comment on table sender_event is
  'Decisions about a sender ID, and who took them. Written by features/senders.';
comment on table sending_window is
  'Sending hours of a kind of sender ID towards a country, in minutes from midnight in the zone; '
  'days as ISO counts them, 1 is Monday. Vendors'' summaries of rules, not statutes: each says '
  'where it was read and when. Written by features/platform-settings.';
comment on table ledger_account is
  'Balances of units, in ten-thousandths and always integers, under a row lock. Written by '
  'core/ledger.';
comment on table ledger_transfer is
  'Movements of units, each of two or more entries that sum to zero. Append-only. Written by '
  'core/ledger.';
comment on table ledger_entry is
  'The two or more sides of a transfer. `seq` follows the order in which balances changed; ids made '
  'by the application do not. Append-only. Written by core/ledger.';
comment on table ledger_proof is
  'The outcome of each proof of the ledger. Written by features/wallet.';
comment on table rate is
  'Prices of a message by client and region. Written by core/ledger.';
comment on table price_finding is
  'Prices that need attention: RAISED is charged above the price that was set, since the seller '
  'pays more; BELOW_SELLER and BELOW_CARRIER cost more than they bring. Read by screens, alerts and '
  'figures. Written by features/wallet, in one background process.';
comment on table payment is
  'Attempts to be paid through a provider. `number` makes the reference that the payer sees. '
  'Written by features/wallet.';
comment on table payment_event is
  'All requests to a provider and all its answers, as they were; without a payment, an orphan. '
  'Written by features/wallet.';
comment on table balance_alert is
  'When a client was last notified that its balance is low, and the reminders that it wants. '
  'Written by features/wallet.';
comment on table invoice_details is
  'A client''s details for invoices, as buyer and as seller; null: as the account says, and no tax. '
  'Written by features/wallet.';
comment on table invoice_series is
  'The last number of each seller''s series: taken in the transaction that issues, so that none is '
  'missing. Written by features/wallet.';
comment on table invoice is
  'One invoice for each payment that was received, as things stood then. Append-only. Written by '
  'features/wallet.';
comment on table opt_out is
  'Numbers that want no more messages from a client. Written by core/opt-outs.';
comment on table blocked_number is
  'Numbers that nobody on the platform may send to. Written by features/contacts.';
comment on table contact is
  'People whom a client writes to. Written by features/contacts.';
comment on table contact_group is
  'Groups of contacts. Written by features/contacts.';
comment on table contact_group_member is
  'Members of a group. Written by features/contacts.';
comment on table contact_import is
  'Files of contacts, or of numbers that opted out: read once for a preview and, after the '
  'approval, once more for the import. `at_row` is the last row done. Written by features/contacts.';
comment on table contact_import_refused is
  'Rows that became no contact, with all their cells, to be corrected. Written by '
  'features/contacts.';
comment on table message_template is
  'Texts kept for the next time. Written by features/templates.';
comment on table campaign is
  'Campaigns with their counts. Written by features/campaigns.';
comment on table campaign_audience is
  'The audience of a composed campaign: numbers as they were written, then contacts in the order of '
  'their ids. `after_contact` is the last one prepared, set with the rows of its step. Kept as long '
  'as the campaign. Written by features/campaigns.';
comment on table recipient is
  'Recipients of a campaign, priced: the price that was shown is the price that is charged. Written '
  'by features/campaigns.';
comment on table recipient_refused is
  'Rows of a file that gave no recipient, kept apart for the file of refused rows. Written by '
  'features/campaigns.';
comment on table campaign_event is
  'Decisions in a campaign''s life and who took them; null where the platform decided. Append-only. '
  'Written by features/campaigns.';
comment on table campaign_minute is
  'Progress of a campaign minute by minute. Written by features/campaigns.';
comment on table campaign_network is
  'Progress of a campaign by country and network. Written by features/campaigns.';
comment on table connector_rate is
  'The best recent rate of a connector, in messages a second, for forecasts. Written by '
  'features/campaigns.';
comment on table message is
  'Messages. Status: 0 QUEUED until the end, 3 SUBMITTED for a test message on its way, 10 '
  'DELIVERED, 11 UNDELIVERABLE, 12 EXPIRED, 13 REJECTED, 14 FAILED, 15 CANCELLED, 16 UNKNOWN. '
  'CLAIMED, AMBIGUOUS and SUBMITTED of a message on its way are read from its parts. Written by '
  'core/dispatch.';
comment on table chunk is
  'Queued messages of one client, route and priority. Written by core/dispatch.';
comment on table receipt is
  'Delivery receipts of carriers, by day. Written by core/dispatch.';
comment on table message_event is
  'The rare steps of a message''s life; the ordinary ones are read from message, submission and '
  'receipt. FAILED_OVER and CALLBACK have no writer. Written by core/dispatch.';
comment on table scripted_message is
  'Test messages on their way: the outcome of each, and its time. Written by core/dispatch.';
comment on table campaign_delta is
  'Changes of counts that are not aggregated yet. Written by core/dispatch.';
comment on table incoming_message is
  'Messages from phones. Written by gateway/incoming.';
comment on table incoming_part is
  'Parts of messages from phones. A part stays for a while after its message is whole, so that a '
  'repeat of it is recognised. Written by gateway/incoming.';
comment on table connector is
  'Links to carriers. Written by gateway/console.';
comment on table filter is
  'Filters of routes. Written by gateway/console.';
comment on table route is
  'Routes of messages to carriers (MT) and from phones (MO). Written by gateway/console.';
comment on table config_version is
  'Configurations put into force, as snapshots. Written by core/dispatch.';
comment on table connector_lease is
  'The process that holds each connector. `epoch` rises with each holder, so that a late write of '
  'an earlier one is refused. Written by core/dispatch.';
comment on table connector_state is
  'The state of each link, written once a second. Written by gateway/carriers.';
comment on table connector_minute is
  'One minute of a connector, added to by the gateway while it lasts and kept for two days. Written '
  'by gateway/carriers.';
comment on table connector_trace is
  'The last PDUs of a connector: written only while somebody looks, and deleted a minute after. '
  'Written by gateway/carriers.';
comment on table gateway_group is
  'Groups of the gateway''s users. Written by core/gateway-users.';
comment on table gateway_user is
  'Users of the gateway''s own servers. They are in force at once, unlike filters and routes: a '
  'user who is shut out must not wait for a reload. Written by core/gateway-users.';
comment on table smpp_bind is
  'Binds to the SMPP server, while they last: the process confirms them every few seconds, so that '
  'binds are counted over all processes, and a process that dies leaves none behind for long. '
  'Written by gateway/customers.';
comment on table throughput is
  'How many messages a user may submit at this moment, counted for all processes together. '
  'Unlogged: it is worth a second, and after a failover every user begins with a full allowance. '
  'Written by core/accept.';
comment on table task is
  'Background tasks. A task never runs twice at once. Written by core/background.';
comment on table idempotency_key is
  'Requests that may be repeated, with their answers. Written by infra/http.';
comment on table outbox is
  'Deliveries to other systems: mail, HTTP connectors, SMPP users, receipts by URL, webhook events. '
  'Written by core/background.';
comment on table webhook is
  'Customers'' endpoints for events. Written by features/webhooks.';
comment on table webhook_delivery is
  'The log and the queue of deliveries, one event to one endpoint each. `thread` orders the events '
  'of one message. Written by features/webhooks.';
comment on table webhook_host is
  'Hosts that fail: paused until `probe_at` when `opened_at` is set, then tried with one delivery. '
  'Written by features/webhooks.';
comment on table upload is
  'Files that people uploaded. Written by core/uploads.';
comment on table report_schedule is
  'Reports that are made again and again. Written by features/reports.';
comment on table report is
  'Download reports: the request, its progress and the file. Written by features/reports.';
comment on table file_part is
  'Bytes of uploads, reports and documents, in parts. Written by core/uploads.';
comment on table rollup_hour is
  'Counts by client, hour, sender, country and network. Written by core/dispatch.';
comment on table rollup_key is
  'Subjects of running totals. OWN: messages of the client itself; OWN_FINE: by sender, country and '
  'network; OWN_SLOT: by hour of the UTC week, 0 is Monday 00. BELOW and its like: messages of all '
  'clients below it; the zero id stands for everyone. Dimensions that a kind does not tell apart '
  'are empty or 0. Written by core/dispatch.';
comment on table rollup_day is
  'Running totals at the end of each UTC day on which a key''s messages were made: the difference '
  'of two rows is what happened between two days. Written by core/dispatch.';
comment on table failure_key is
  'Subjects of running totals of failures; empty is none. Written by core/dispatch.';
comment on table failure_day is
  'Running totals of failures at the end of each UTC day. Written by core/dispatch.';
comment on table backup_run is
  'Backups that were made. Written by ops/backup.';
comment on table restoration is
  'Restores, and what each holds back until an administrator releases it. Written by '
  'core/quarantine.';
comment on table heartbeat is
  'Processes that live: each writes its row every few seconds, and deletes it when it is stopped in '
  'good order. Written by core/monitoring.';
comment on table gauge_minute is
  'Figures of the installation, one row a minute, for the charts of a week. Written by '
  'features/monitoring.';
comment on table alert is
  'Conditions that need attention. Written by features/monitoring.';
comment on table alert_notice is
  'Notifications of alerts. They are not in the outbox, since a stuck outbox is itself an alert. '
  'Written by features/monitoring.';
comment on table erasure_key is
  'The key of the hashes that replace erased numbers. Read by `number_hash` alone. Written by the '
  'migrations.';
comment on table erased_number is
  'Hashes of the numbers that were erased, so that nothing is hashed where none ever was. Written '
  'by `erase_number` (docs/adr/0033).';
comment on table submission_batch is
  'One claim of a link, written before the socket: any of its parts may be on the wire while its '
  'bit of `open` is set. An entry is a part: a long message stands once for each of its PDUs, and '
  '`part` and `parts` count them; both are null where every message has one. `resend` has a bit for '
  'each part that goes again if its answer is lost. The last answer deletes the row. Written by '
  'core/dispatch.';
comment on table submission is
  'A part that a carrier accepted, under the id that it gave. Written once; its end is in its '
  'message, and its partition goes with the message''s. Written by core/dispatch.';
comment on table unconfirmed_part is
  'A part that was submitted, or may have been, and whose answer was lost. `given_up` once its hold '
  'is over: kept a week more, so that a late receipt finds it by its phone. Written by '
  'core/dispatch.';
comment on table receipt_wait is
  'When the receipts of accepted messages are given up, many messages a row; the row goes when it '
  'was looked at. Written by core/dispatch.';
comment on table connector_outstanding is
  'Accepted parts whose receipt is outstanding, by connector. Written by core/dispatch.';
comment on table notification_batch is
  'Messages of whose new status their sender''s server is being notified, in the order of the '
  'changes, by the process that committed them. It deletes the row when the calls have ended, and '
  'puts those that failed into the outbox in the same transaction. An old row belongs to a process '
  'that is gone: the worker puts it into the outbox. Written by core/dispatch.';

reset role;
