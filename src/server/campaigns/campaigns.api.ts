import { Readable } from 'node:stream';
import { campaigns, sms } from '../../contract/campaigns.ts';
import type { Campaign, FilePreview } from '../../contract/campaigns.ts';
import { reachOf } from '../../contract/roles.ts';
import { bindTemplate, parseTemplate } from '../../contract/template.ts';
import { unitsToNumber } from '../../contract/units.ts';
import type { Session } from '../auth/session.store.ts';
import type { Database, Tx } from '../db.ts';
import { pauseChunks, resumeChunks } from '../dispatch/dispatch.store.ts';
import { badInput, fileRefused, noRecipients, noSummary, notFound, previewFailed, senderNotReady, unknownPlaceholder, uploadGone } from '../errors.ts';
import { LIMITS, refusalSentence, UploadRefused } from '../files/refused.ts';
import { countRows, describeFile } from '../files/rows.ts';
import type { FileDescription, FileLayout } from '../files/rows.ts';
import { answer } from '../http.ts';
import type { Route } from '../http.ts';
import { newId } from '../ids.ts';
import { once } from '../idempotency.ts';
import { maskText, seesText } from '../mask.ts';
import { cutPage, shownCount } from '../pages.ts';
import type { PageTokens } from '../pages.ts';
import type { Scope } from '../scope.ts';
import { addTask, wakeCampaignTask } from '../tasks/tasks.ts';
import { describeUpload, dropUpload, openUpload, storeUpload } from '../uploads/uploads.ts';
import type { Upload } from '../uploads/uploads.store.ts';
import { asSent, endEarly, launch, mustAllow, mustBeOpen, mustServe } from './campaigns.ts';
import { afterResume, afterSend, needsApproval, senderServes, TOO_LATE_MINUTES } from './campaigns.rules.ts';
import {
  findCampaign, findTooLateMinutes, getClientFacts, insertCampaign, listCampaigns, listOpen, listRecipients, listRefused, listSendersNamed, lockCampaign, moveCampaign,
} from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { openWriter } from './prepare.rules.ts';
import { refusedHeader, refusedLine } from './refused.rules.ts';
import { summaryOf } from './summary.ts';

const PREVIEWED = 3;
const LIVE = new Set(['QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED']);

/** Campaigns: from a file to the queue, and what is done to them on the way. */
export function campaignRoutes({ database, tokens }: { database: Database; tokens: PageTokens }): Route[] {
  return [
    ...answer(campaigns, {
      list: ({ pageSize, pageToken, ...filter }, { scope, session }) => database.run(scope, async (tx) => {
        const { rows, counted } = await listCampaigns(tx, scope, {
          clientIds: filter['filter.clientIds'] ?? [], statuses: filter['filter.campaignStatuses'] ?? [], senders: filter['filter.senderIds'] ?? [],
          from: dateOf(filter['filter.createStartTimestamp']), to: dateOf(filter['filter.createEndTimestamp']),
        }, { after: tokens.decode('campaigns', pageToken), limit: pageSize + 1 });
        const page = cutPage(rows, pageSize, (row) => row.id);
        return { campaigns: await show(tx, page.rows, session), nextPageToken: page.next ? tokens.encode('campaigns', page.next) : '', ...shownCount(counted) };
      }),

      get: ({ campaignId }, { scope, session }) => database.run(scope, (tx) => showOne(tx, scope, campaignId, session)),

      pause: ({ campaignId }, { scope, session }) => database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        mustAllow('pause', campaign);
        await moveCampaign(tx, campaignId, [campaign.status], 'PAUSED');
        await pauseChunks(tx, { campaignId });
        return showOne(tx, scope, campaignId, session);
      }),

      resume: ({ campaignId }, { scope, session }) => database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        mustAllow('resume', campaign);
        await mustBeOpen(tx, campaign);
        const to = afterResume(campaign);
        if (to === 'LAUNCH') {
          await launch(tx, campaign, actorOf(session));
        } else {
          await moveCampaign(tx, campaignId, ['PAUSED'], to);
          await resumeChunks(tx, { campaignId });
          await wakeCampaignTask(tx, 'expandCampaign', campaignId);
        }
        return showOne(tx, scope, campaignId, session);
      }),
    }),

    ...answer(sms, {
      async fromFileStep1(_input, { own, file, language }) {
        const uploadId = await storeUpload(database, own, { purpose: 'RECIPIENTS', fileName: file.fileName, stream: file.stream, limitBytes: LIMITS.textBytes });
        try {
          const upload = await openUpload(database, own, uploadId);
          const { country } = await database.run(own, (tx) => getClientFacts(tx, own.clientId));
          const description = await describeFile(upload.source, upload.fileName, country);
          const info = { ...description, rowCount: await countRows(upload.source, description.layout) };
          await describeUpload(database, own, uploadId, info);
          return showUpload({ ...upload, info });
        } catch (error) {
          await dropUpload(database, own, uploadId);
          if (error instanceof UploadRefused) throw fileRefused(refusalSentence(error.code, error.details, language));
          throw error;
        }
      },

      async upload({ uploadId }, { own }) {
        const upload = await openUpload(database, own, uploadId);
        if (!upload.info) throw uploadGone();
        return showUpload(upload);
      },

      async fromFileStep2({ uploadId, phoneColumn, campaignName, senderId, text, replaceLookalikes, scheduleTimestamp, replaces }, { own, session }) {
        const upload = await openUpload(database, own, uploadId);
        if (!upload.info) throw uploadGone();
        const { columns } = (upload.info as { layout: FileLayout }).layout;
        if (!columns.includes(phoneColumn)) throw badInput([{ field: 'phoneColumn', message: columns.join(', ') }]);
        mustKnowPlaceholders(text, columns);
        return database.run(own, async (tx) => {
          const sender = (await listSendersNamed(tx, own.clientId, senderId)).find((each) => senderServes(each, own.clientId));
          if (!sender) throw senderNotReady(senderId);
          const { country, replaceLookalikes: usual } = await getClientFacts(tx, own.clientId);
          const campaignId = newId();
          const writing = asSent(text, sender, replaceLookalikes ?? usual);
          await insertCampaign(tx, {
            id: campaignId, clientId: own.clientId, campaignName, senderId: sender.id, sender: sender.sender, ...writing,
            source: 'FILE', uploadId, columns: [...columns], phoneColumn, country, scheduleAt: dateOf(scheduleTimestamp) ?? null, createdBy: session.clientId,
          });
          const replaced = replaces === undefined ? undefined : await lockCampaign(tx, own, replaces);
          if (replaced?.status === 'PENDING' && replaced.uploadId === uploadId) await endEarly(tx, replaced, 'CANCELLED', 'REPLACED');
          const operationId = await addTask(tx, { clientId: own.clientId, kind: 'prepareCampaign', description: campaignName, input: { campaignId } });
          return { campaignId, operationId };
        });
      },

      fromFilePreview: ({ campaignId }, { own }) => database.run(own, async (tx) => {
        const campaign = await findCampaign(tx, own, campaignId);
        if (!campaign) throw notFound('campaign');
        if (!campaign.preparedAt) throw noSummary();
        const write = openWriter(campaign);
        const messages = (await listRecipients(tx, campaignId, 0, PREVIEWED)).map(({ destination, fields, segments }) => {
          const { text, encoding } = write(fields);
          return { destination: `+${destination}`, text, segments, encoding };
        });
        if (messages.length === 0) throw previewFailed();
        return { messages, summary: await summaryOf(tx, campaign), needsApproval: needsApproval(await getClientFacts(tx, own.clientId)) };
      }),

      sendCampaign: ({ campaignId }, { own, session, idempotency }) => database.run(own, (tx) => once(tx, idempotency, own.clientId, async () => {
        const campaign = await getLocked(tx, own, campaignId);
        mustAllow('send', campaign);
        if (!campaign.preparedAt || !campaign.summary) throw noSummary();
        if (campaign.total === 0) throw noRecipients();
        await mustServe(tx, campaign);
        const { rows } = await tx.query<{ now: Date }>('select now() as now');
        const to = afterSend(
          { scheduleAt: campaign.scheduleAt, needsApproval: needsApproval(await getClientFacts(tx, own.clientId)) },
          rows[0]!.now, (await findTooLateMinutes(tx)) ?? TOO_LATE_MINUTES);
        if (to === 'QUEUED') await launch(tx, campaign, actorOf(session));
        else await moveCampaign(tx, campaignId, ['PENDING'], to, to === 'PAUSED' ? { reason: 'TOO_LATE' } : {});
        return showOne(tx, own, campaignId, session);
      })),

      cancelCampaign: ({ campaignId }, { scope, session }) => database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        mustAllow('cancel', campaign);
        await endEarly(tx, campaign, 'CANCELLED');
        return showOne(tx, scope, campaignId, session);
      }),

      async refusedRows({ campaignId }, { own, language }) {
        const campaign = await database.run(own, (tx) => findCampaign(tx, own, campaignId));
        if (!campaign) throw notFound('campaign');
        async function* lines() {
          yield refusedHeader(language);
          for (let after = 0; ;) {
            const rows = await database.run(own, (tx) => listRefused(tx, campaignId, after, 2_000));
            if (rows.length === 0) return;
            yield rows.map((row) => refusedLine(row, language)).join('');
            after = rows.at(-1)!.rowNo;
          }
        }
        return { fileName: `${campaign.campaignName} (${campaignId.slice(-6)}).csv`, contentType: 'text/csv; charset=utf-8', stream: Readable.from(lines(), { objectMode: false }) };
      },
    }),
  ];
}

function dateOf(timestamp: number | null | undefined): Date | undefined {
  return timestamp === null || timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

function actorOf(session: Session): { actorId: string; impersonatorId: string | null } {
  return { actorId: session.clientId, impersonatorId: session.impersonatorId };
}

/** @throws Refusal UNKNOWN_PLACEHOLDER naming the first that no column answers to */
function mustKnowPlaceholders(text: string, columns: readonly string[]): void {
  const [unknown] = bindTemplate(parseTemplate(text), columns).unknown;
  if (unknown !== undefined) throw unknownPlaceholder(unknown, columns.join(', '));
}

function showUpload({ id, fileName, bytes, info }: Upload): FilePreview {
  const { layout, preview, suggestedPhoneColumn, rowCount } = info as FileDescription & { rowCount: number };
  return {
    uploadId: id, fileName, columns: [...layout.columns], rows: preview, rowCount, suggestedPhoneColumn,
    encoding: layout.text?.encoding ?? 'XLSX', delimiter: layout.text?.delimiter ?? null, bytes,
  };
}

async function getLocked(tx: Tx, scope: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}

async function showOne(tx: Tx, scope: Scope, campaignId: string, viewer: Session): Promise<Campaign> {
  const campaign = await findCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return (await show(tx, [campaign], viewer))[0]!;
}

async function show(tx: Tx, rows: CampaignRow[], viewer: Session): Promise<Campaign[]> {
  const open = await listOpen(tx, rows.filter((row) => LIVE.has(row.status)).map((row) => row.id));
  return rows.map((row) => {
    const { queued, ambiguous } = open.get(row.id) ?? { queued: 0, ambiguous: 0 };
    const waiting = row.total - row.expanded + queued;
    const ended = row.delivered + row.undeliverable + row.failed + row.rejected + row.expired + row.unknown + row.cancelled;
    return {
      campaignId: row.id, campaignName: row.campaignName, clientId: row.clientId, clientName: row.clientName, senderId: row.sender,
      text: seesText(viewer, row.clientId) || mayApprove(viewer) ? row.text : maskText(row.text),
      source: row.source, status: row.status, reason: row.reason, recipientCount: row.total, segmentCount: row.segments,
      unitsReserved: unitsToNumber(row.unitsHeld), unitsCharged: unitsToNumber(row.unitsCaptured),
      counts: {
        queued: waiting,
        // With a carrier and without a final word: what neither waits, nor is lost on the wire, nor has ended.
        submitted: Math.max(0, row.total - waiting - ambiguous - ended), ambiguous,
        delivered: row.delivered, undeliverable: row.undeliverable, failed: row.failed, rejected: row.rejected, expired: row.expired, unknown: row.unknown, cancelled: row.cancelled,
      },
      scheduleTimestamp: seconds(row.scheduleAt), createTimestamp: row.createdAt.getTime() / 1000, startTimestamp: seconds(row.startedAt), endTimestamp: seconds(row.endedAt),
      approvedBy: row.approvedBy,
    };
  });
}

/** Whoever may approve a campaign reads what it says. */
function mayApprove(viewer: Session): boolean {
  return reachOf(viewer.accessLevel, 'campaigns.approve') !== undefined;
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}
