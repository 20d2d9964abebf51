import { Readable } from 'node:stream';
import { campaigns, sms } from '../../../contract/api/campaigns.ts';
import type { FilePreview, ResendOutcome } from '../../../contract/api/campaigns.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { Encoding } from '../../../contract/shared/sms.ts';
import { bindTemplate, parseTemplate } from '../../../contract/shared/template.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { listSendersNamed } from '../../core/accept/accept.store.ts';
import { senderServes } from '../../core/accept/sender.rules.ts';
import { record } from '../../core/audit/audit.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  badInput,
  conflict,
  fileRefused,
  fourEyes,
  noSummary,
  notFound,
  previewFailed,
  senderNotReady,
  unknownPlaceholder,
  uploadGone,
} from '../../infra/errors.ts';
import { LIMITS, refusalSentence, UploadRefused } from '../../core/files/refused.ts';
import { countRows, describeFile } from '../../core/files/rows.ts';
import type { FileDescription, FileLayout } from '../../core/files/rows.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { once } from '../../infra/http/idempotency.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { cutPage, shownCount } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { addTask } from '../../core/background/tasks.ts';
import { sentence } from '../../infra/words.ts';
import { describeUpload, dropUpload, openUpload, storeUpload } from '../../core/uploads/uploads.ts';
import type { Upload } from '../../core/uploads/uploads.store.ts';
import {
  actorOf,
  approvalReasonsOf,
  asSent,
  cancel,
  endEarly,
  mustAllow,
  mustBeOpen,
  mustNotBeBlocked,
  mustNotBeHeldBack,
  mustServe,
  pause,
  presentTime,
  resume,
  sendOn,
  tellOwner,
  windowsOf,
} from './campaigns.ts';
import { afterSend, hadAHand, mayReschedule, mayResend } from './campaigns.rules.ts';
import {
  findCampaign,
  getClientFacts,
  insertCampaign,
  listCampaigns,
  listWaiting,
  lockCampaign,
  moveCampaign,
  setApprover,
  setSchedule,
} from './campaigns.store.ts';
import { getTooLateMinutes } from './schedule.store.ts';
import { listRecipients, listRefused } from './recipients.store.ts';
import { releaseUnmade } from './expansion.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import {
  addEvent,
  listEvents,
  listFileMessages,
  listNetworks,
  listSenders,
  listSteps,
  listUnmade,
} from './course.store.ts';
import { fileHeader, fileLine } from './file.rules.ts';
import { forecastOf } from './forecast.ts';
import { openWriter } from '../../core/messages/writing.rules.ts';
import { refusedHeader, refusedLine } from './refused.rules.ts';
import { show, showOne } from './show.ts';
import { summaryOf } from './summary.ts';
import { standingAt } from '../../core/accept/windows.rules.ts';

const PREVIEWED = 3;
const FILE_STEP = 2_000;
/** Points of a chart at most. */
const MOST_STEPS = 360;

/** Campaigns: from a file to the queue, and what is done to them on the way. */
export function campaignRoutes({
  database,
  tokens,
  messenger,
}: {
  database: Database;
  tokens: PageTokens;
  messenger: Messenger;
}): Route[] {
  return [
    ...answer(campaigns, {
      list: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const { rows, counted } = await listCampaigns(
            tx,
            scope,
            {
              clientIds: filter['filter.clientIds'] ?? [],
              statuses: filter['filter.campaignStatuses'] ?? [],
              senders: filter['filter.senderIds'] ?? [],
              from: dateOf(filter['filter.createStartTimestamp']),
              to: dateOf(filter['filter.createEndTimestamp']),
            },
            { after: tokens.decode('campaigns', pageToken), limit: pageSize + 1 },
          );
          const page = cutPage(rows, pageSize, (row) => row.id);
          return {
            campaigns: await show(tx, page.rows, session),
            nextPageToken: page.next ? tokens.encode('campaigns', page.next) : '',
            ...shownCount(counted),
          };
        }),

      get: ({ campaignId }, { scope, session }) =>
        database.run(scope, (tx) => showOne(tx, scope, campaignId, session)),

      approvals: ({ pageSize, pageToken }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const { rows, counted } = await listWaiting(tx, scope, {
            after: tokens.decode('approvals', pageToken),
            limit: pageSize + 1,
          });
          const page = cutPage(rows, pageSize, (row) => row.id);
          return {
            campaigns: await show(tx, page.rows, session),
            nextPageToken: page.next ? tokens.encode('approvals', page.next) : '',
            ...shownCount(counted),
          };
        }),

      approve: ({ campaignId, approved, reason = '' }, call) =>
        database.run(call.scope, (tx) =>
          once(tx, call.idempotency, call.own.clientId, async () => {
            const { scope, session, language } = call;
            if (!approved && reason === '')
              throw badInput([{ field: 'reason', message: sentence(language, 'REASON_MISSING') }]);
            const campaign = await getLocked(tx, scope, campaignId);
            mustAllow(approved ? 'approve' : 'decline', campaign);
            if (
              hadAHand(session, { clientId: campaign.clientId, hands: await handsOf(tx, campaign) })
            )
              throw fourEyes();
            if (approved) await approve(tx, campaign, session, reason);
            else await decline(tx, campaign, session, reason);
            await record(tx, call, {
              action: approved ? 'CAMPAIGN_APPROVED' : 'CAMPAIGN_DECLINED',
              clientId: campaign.clientId,
              after: { campaignName: campaign.campaignName, ...(reason !== '' && { reason }) },
            });
            await tellOwner(tx, messenger, campaign, (facts) =>
              approved
                ? { kind: 'CAMPAIGN_APPROVED', ...facts }
                : { kind: 'CAMPAIGN_DECLINED', reason, ...facts },
            );
            return showOne(tx, scope, campaignId, session);
          }),
        ),

      reschedule: ({ campaignId, scheduleTimestamp }, { scope, session, language }) =>
        database.run(scope, async (tx) => {
          const campaign = await getLocked(tx, scope, campaignId);
          if (!mayReschedule(campaign)) throw conflict('campaign', campaign.status);
          await mustNotBeBlocked(tx, campaign);
          if (scheduleTimestamp <= (await presentTime(tx)))
            throw badInput([
              { field: 'scheduleTimestamp', message: sentence(language, 'NOT_IN_FUTURE') },
            ]);
          await mustBeOpen(tx, campaign, scheduleTimestamp);
          const at = new Date(scheduleTimestamp * 1000);
          await setSchedule(tx, campaignId, at);
          if (campaign.status === 'PAUSED')
            await moveCampaign(tx, campaignId, ['PAUSED'], 'SCHEDULED');
          await addEvent(tx, campaign, 'RESCHEDULED', session, at.toISOString());
          return showOne(tx, scope, campaignId, session);
        }),

      duplicate: ({ campaignId, campaignName }, { own, session }) =>
        database.run(own, (tx) => copy(tx, own, session, campaignId, campaignName, null)),

      resend: ({ campaignId, campaignName, outcomes }, { own, session }) =>
        database.run(own, (tx) => copy(tx, own, session, campaignId, campaignName, outcomes)),

      progress: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          await getCampaign(tx, scope, campaignId);
          const { stepSeconds, steps } = await listSteps(tx, campaignId, MOST_STEPS);
          return {
            stepSeconds,
            steps: steps.map(({ at, ...counts }) => ({ timestamp: at, ...counts })),
            networks: (await listNetworks(tx, campaignId)).map(
              ({ network, captured, ...share }) => ({
                ...share,
                network: NETWORKS.get(network)?.network ?? '',
                units: unitsToNumber(captured),
              }),
            ),
          };
        }),

      forecast: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          const campaign = await getCampaign(tx, scope, campaignId);
          const windows = await windowsOf(tx, campaign);
          const now = await presentTime(tx);
          const { open, opensAt, closesAt } = standingAt(windows, now);
          const window =
            windows.length === 0
              ? null
              : {
                  open,
                  countries: windows.map(({ country }) => country),
                  opensTimestamp: opensAt,
                  closesTimestamp: closesAt,
                };
          if (campaign.unitsHeld > 0n || campaign.endedAt !== null)
            return { forecast: campaign.forecast, window };
          return {
            forecast: campaign.preparedAt ? await forecastOf(tx, campaign, windows, now) : null,
            window,
          };
        }),

      history: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          await getCampaign(tx, scope, campaignId);
          return {
            events: (await listEvents(tx, campaignId)).map(({ at, ...event }) => ({
              ...event,
              timestamp: at.getTime() / 1000,
            })),
          };
        }),

      examples: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          const campaign = await getCampaign(tx, scope, campaignId);
          return {
            columns: campaign.columns ?? [],
            messages: (await firstMessages(tx, campaign)).map(
              ({ encoding: _encoding, ...message }) => message,
            ),
          };
        }),

      async download({ campaignId }, { scope, session, language }) {
        const campaign = await database.run(scope, (tx) => getCampaign(tx, scope, campaignId));
        const line = fileLine(
          campaign,
          seesText(session, campaign.clientId) ? (text) => text : maskText,
        );
        async function* lines() {
          yield fileHeader(language);
          for (let after: string | undefined; ;) {
            const rows = await database.run(scope, (tx) =>
              listFileMessages(tx, campaign, after, FILE_STEP),
            );
            if (rows.length === 0) break;
            yield rows.map(line.message).join('');
            after = rows.at(-1)!.id!;
          }
          for (let after = 0; ;) {
            const rows = await database.run(scope, (tx) =>
              listUnmade(tx, campaign, after, FILE_STEP),
            );
            if (rows.length === 0) return;
            yield rows.map(line.unmade).join('');
            after = rows.at(-1)!.rowNo;
          }
        }
        return {
          fileName: `${campaign.campaignName} (${campaignId.slice(-6)}).csv`,
          contentType: 'text/csv; charset=utf-8',
          stream: Readable.from(lines(), { objectMode: false }),
        };
      },

      pause: ({ campaignId }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const campaign = await getLocked(tx, scope, campaignId);
          mustAllow('pause', campaign);
          await pause(tx, campaign);
          await addEvent(tx, campaign, 'PAUSED', session);
          return showOne(tx, scope, campaignId, session);
        }),

      resume: ({ campaignId }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const campaign = await getLocked(tx, scope, campaignId);
          mustAllow('resume', campaign);
          await mustNotBeBlocked(tx, campaign);
          await mustNotBeHeldBack(tx, campaign);
          await mustBeOpen(tx, campaign, await presentTime(tx));
          await resume(tx, campaign, actorOf(session));
          await addEvent(tx, campaign, 'RESUMED', session);
          return showOne(tx, scope, campaignId, session);
        }),
    }),

    ...answer(sms, {
      async fromFileStep1(_input, { own, file, language }) {
        const uploadId = await storeUpload(database, own, {
          purpose: 'RECIPIENTS',
          fileName: file.fileName,
          stream: file.stream,
          limitBytes: LIMITS.textBytes,
        });
        try {
          const upload = await openUpload(database, own, uploadId);
          const { country } = await database.run(own, (tx) => getClientFacts(tx, own.clientId));
          const description = await describeFile(upload.source, upload.fileName, country);
          const info = {
            ...description,
            rowCount: await countRows(upload.source, description.layout),
          };
          await describeUpload(database, own, uploadId, info);
          return showUpload({ ...upload, info });
        } catch (error) {
          await dropUpload(database, own, uploadId);
          if (error instanceof UploadRefused)
            throw fileRefused(refusalSentence(error.code, error.details, language));
          throw error;
        }
      },

      async upload({ uploadId }, { own }) {
        const upload = await openUpload(database, own, uploadId);
        if (!upload.info) throw uploadGone();
        return showUpload(upload);
      },

      async fromFileStep2(
        {
          uploadId,
          phoneColumn,
          campaignName,
          senderId,
          text,
          replaceLookalikes,
          scheduleTimestamp,
          replaces,
        },
        { own, session },
      ) {
        const upload = await openUpload(database, own, uploadId);
        if (!upload.info) throw uploadGone();
        const { columns } = (upload.info as { layout: FileLayout }).layout;
        if (!columns.includes(phoneColumn))
          throw badInput([{ field: 'phoneColumn', message: columns.join(', ') }]);
        mustKnowPlaceholders(text, columns);
        return database.run(own, async (tx) => {
          const sender = (await listSendersNamed(tx, own.clientId, senderId)).find((each) =>
            senderServes(each, own.clientId),
          );
          if (!sender) throw senderNotReady(senderId);
          const { country, replaceLookalikes: usual } = await getClientFacts(tx, own.clientId);
          const campaignId = newId();
          const writing = asSent(text, sender, replaceLookalikes ?? usual);
          await insertCampaign(tx, {
            id: campaignId,
            clientId: own.clientId,
            campaignName,
            senderId: sender.id,
            sender: sender.sender,
            ...writing,
            source: 'FILE',
            uploadId,
            columns: [...columns],
            phoneColumn,
            country,
            scheduleAt: dateOf(scheduleTimestamp) ?? null,
            createdBy: session.clientId,
            impersonatorId: session.impersonatorId,
          });
          const replaced =
            replaces === undefined ? undefined : await lockCampaign(tx, own, replaces);
          if (replaced?.status === 'PENDING' && replaced.uploadId === uploadId)
            await endEarly(tx, replaced, 'CANCELLED', 'REPLACED');
          const operationId = await addTask(tx, {
            clientId: own.clientId,
            kind: 'prepareCampaign',
            description: campaignName,
            input: { campaignId },
          });
          return { campaignId, operationId };
        });
      },

      fromFilePreview: ({ campaignId }, { own }) =>
        database.run(own, async (tx) => {
          const campaign = await findCampaign(tx, own, campaignId);
          if (!campaign) throw notFound('campaign');
          if (!campaign.preparedAt) throw noSummary();
          const messages = await firstMessages(tx, campaign);
          if (messages.length === 0) throw previewFailed();
          return {
            messages,
            summary: await summaryOf(tx, campaign),
            needsApproval: (await approvalReasonsOf(tx, campaign)).length > 0,
          };
        }),

      sendCampaign: ({ campaignId }, { own, session, idempotency }) =>
        database.run(own, (tx) =>
          once(tx, idempotency, own.clientId, async () => {
            await sendOn(tx, await getLocked(tx, own, campaignId), session);
            return showOne(tx, own, campaignId, session);
          }),
        ),

      cancelCampaign: ({ campaignId }, call) =>
        database.run(call.scope, async (tx) => {
          const { scope, session } = call;
          const campaign = await getLocked(tx, scope, campaignId);
          await cancel(tx, campaign, session);
          if (campaign.clientId !== session.clientId)
            await record(tx, call, {
              action: 'CAMPAIGN_CANCELLED',
              clientId: campaign.clientId,
              after: { campaignName: campaign.campaignName },
            });
          return showOne(tx, scope, campaignId, session);
        }),

      async refusedRows({ campaignId }, { scope, language }) {
        const campaign = await database.run(scope, (tx) => findCampaign(tx, scope, campaignId));
        if (!campaign) throw notFound('campaign');
        async function* lines() {
          yield refusedHeader(language);
          for (let after = 0; ;) {
            const rows = await database.run(scope, (tx) =>
              listRefused(tx, campaignId, after, 2_000),
            );
            if (rows.length === 0) return;
            yield rows.map((row) => refusedLine(row, language)).join('');
            after = rows.at(-1)!.rowNo;
          }
        }
        return {
          fileName: `${campaign.campaignName} (${campaignId.slice(-6)}).csv`,
          contentType: 'text/csv; charset=utf-8',
          stream: Readable.from(lines(), { objectMode: false }),
        };
      },
    }),
  ];
}

function dateOf(timestamp: number | null | undefined): Date | undefined {
  return timestamp === null || timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

/** @throws Refusal UNKNOWN_PLACEHOLDER naming the first that no column answers to */
function mustKnowPlaceholders(text: string, columns: readonly string[]): void {
  const [unknown] = bindTemplate(parseTemplate(text), columns).unknown;
  if (unknown !== undefined) throw unknownPlaceholder(unknown, columns.join(', '));
}

function showUpload({ id, fileName, bytes, info }: Upload): FilePreview {
  const { layout, preview, suggestedPhoneColumn, rowCount } = info as FileDescription & {
    rowCount: number;
  };
  return {
    uploadId: id,
    fileName,
    columns: [...layout.columns],
    rows: preview,
    rowCount,
    suggestedPhoneColumn,
    encoding: layout.text?.encoding ?? 'XLSX',
    delimiter: layout.text?.delimiter ?? null,
    bytes,
  };
}

async function getCampaign(tx: Tx, scope: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}

async function getLocked(tx: Tx, scope: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}

/** Who made a campaign or handed it in, and who was behind them. */
async function handsOf(tx: Tx, campaign: CampaignRow): Promise<string[]> {
  return [
    campaign.createdBy,
    campaign.impersonatorId,
    ...(await listSenders(tx, campaign.id)),
  ].filter((id) => id !== null);
}

/** Lets a campaign go on: to its time, to its owner where that was missed, else the worker launches it. */
async function approve(
  tx: Tx,
  campaign: CampaignRow,
  session: Session,
  reason: string,
): Promise<void> {
  await moveCampaign(tx, campaign.id, ['WAITING_APPROVAL'], 'APPROVED');
  await setApprover(tx, campaign.id, session.clientId);
  await addEvent(tx, campaign, 'APPROVED', session, reason === '' ? null : reason);
  const to = afterSend(
    { scheduleAt: campaign.scheduleAt, needsApproval: false },
    new Date((await presentTime(tx)) * 1000),
    await getTooLateMinutes(tx),
  );
  if (to === 'SCHEDULED') await moveCampaign(tx, campaign.id, ['APPROVED'], 'SCHEDULED');
  if (to !== 'PAUSED') return;
  await moveCampaign(tx, campaign.id, ['APPROVED'], 'PAUSED', { reason: 'TOO_LATE' });
  await addEvent(tx, campaign, 'PAUSED', null, 'TOO_LATE');
}

async function decline(
  tx: Tx,
  campaign: CampaignRow,
  session: Session,
  reason: string,
): Promise<void> {
  await moveCampaign(tx, campaign.id, ['WAITING_APPROVAL'], 'DECLINED', { reason });
  await releaseUnmade(tx, campaign.id);
  await addEvent(tx, campaign, 'DECLINED', session, reason);
}

/** Makes a draft of a campaign of one's own: to all its recipients, or to those whose messages had the outcomes. */
async function copy(
  tx: Tx,
  own: Scope,
  session: Session,
  campaignId: string,
  campaignName: string | undefined,
  outcomes: readonly ResendOutcome[] | null,
): Promise<{ campaignId: string; operationId: string }> {
  const origin = await getCampaign(tx, own, campaignId);
  if (!origin.preparedAt) throw noSummary();
  if (outcomes !== null && !mayResend(origin.status)) throw conflict('campaign', origin.status);
  await mustServe(tx, origin);
  const id = newId();
  await insertCampaign(tx, {
    id,
    clientId: origin.clientId,
    campaignName: campaignName ?? origin.campaignName,
    senderId: origin.senderId!,
    sender: origin.sender,
    text: origin.text,
    replaceLookalikes: origin.replaceLookalikes,
    source: origin.source,
    uploadId: null,
    columns: origin.columns,
    phoneColumn: origin.phoneColumn,
    country: origin.country,
    scheduleAt: null,
    createdBy: session.clientId,
    impersonatorId: session.impersonatorId,
    copiedFrom: { campaignId, outcomes },
  });
  return {
    campaignId: id,
    operationId: await addTask(tx, {
      clientId: origin.clientId,
      kind: 'prepareCampaign',
      description: campaignName ?? origin.campaignName,
      input: { campaignId: id },
    }),
  };
}

/** The first messages of a prepared campaign, as they will be sent. */
async function firstMessages(
  tx: Tx,
  campaign: CampaignRow,
): Promise<{ destination: string; text: string; segments: number; encoding: Encoding }[]> {
  const write = openWriter(campaign);
  return (await listRecipients(tx, campaign.id, 0, PREVIEWED)).map(
    ({ destination, fields, segments }) => {
      const { text, encoding } = write(fields);
      return { destination: `+${destination}`, text, segments, encoding };
    },
  );
}
