import { Readable } from 'node:stream';
import type { sms } from '../../../../contract/api/campaign-sending.ts';
import type { FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { bindTemplate, parseTemplate } from '../../../../contract/shared/template.ts';
import { loadClauses } from '../../../core/opt-outs/clauses.ts';
import { record } from '../../../core/audit/audit.ts';
import {
  badInput,
  fileRefused,
  noSummary,
  notFound,
  previewFailed,
  senderNotReady,
  unknownPlaceholder,
  uploadGone,
} from '../../../infra/errors.ts';
import { LIMITS, refusalSentence, UploadRefused } from '../../../core/files/upload-refused.ts';
import { countRows, describeFile } from '../../../core/files/rows.ts';
import type { FileDescription, FileLayout } from '../../../core/files/rows.ts';
import { newId } from '../../../infra/ids.ts';
import { once } from '../../../infra/http/idempotency.ts';
import { addTask } from '../../../core/background/tasks.ts';
import {
  describeUpload,
  dropUpload,
  openUpload,
  storeUpload,
} from '../../../core/uploads/uploads.ts';
import type { StoredFile } from '../../../core/uploads/uploads.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Upload } from '../../../core/uploads/uploads.store.ts';
import { asSent, cancel, endReplaced } from '../campaigns.ts';
import { findUsableSender, loadApprovalReasons } from '../facts.ts';
import { sendCampaign } from './send.ts';
import { findCampaign, insertCampaign } from '../campaigns.store.ts';
import { getClientFacts } from '../facts.store.ts';
import { listRefused } from '../prepare/recipients.store.ts';
import { refusedHeader, refusedLine } from '../prepare/refused.rules.ts';
import { presentCampaign } from '../campaigns.present.ts';
import { summaryOf } from '../prepare/summary.ts';
import type { Handlers } from '../../../infra/http/http.ts';
import type { CampaignContext } from '../context.ts';
import { getLocked, firstMessages, dateOf } from '../checks.ts';

/** Sending, step by step: the file, the text, the preview, the send; and cancelling. */
export function sendHandlers({ database }: CampaignContext): Handlers<typeof sms> {
  return {
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
        const info = await readFile(upload, country);
        await describeUpload(database, own, uploadId, info);
        return presentUpload({ ...upload, info });
      } catch (error) {
        await dropUpload(database, own, uploadId);
        throw refusalOf(error, language);
      }
    },

    async setHeader({ uploadId, headerRow }, { own, language }) {
      const upload = await openUpload(database, own, uploadId);
      if (!upload.info) throw uploadGone();
      const { country } = await database.run(own, (tx) => getClientFacts(tx, own.clientId));
      try {
        const info = await readFile(upload, country, headerRow);
        await describeUpload(database, own, uploadId, info);
        return presentUpload({ ...upload, info });
      } catch (error) {
        throw refusalOf(error, language);
      }
    },

    async upload({ uploadId }, { own }) {
      const upload = await openUpload(database, own, uploadId);
      if (!upload.info) throw uploadGone();
      return presentUpload(upload);
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
      const { layout, rowCount } = upload.info as { layout: FileLayout; rowCount: number };
      const { columns } = layout;
      if (!columns.includes(phoneColumn))
        throw badInput([{ field: 'phoneColumn', message: columns.join(', ') }]);
      mustKnowPlaceholders(text, columns);
      return database.run(own, async (tx) => {
        const sender = await findUsableSender(tx, own.clientId, senderId);
        if (!sender) throw senderNotReady(senderId);
        const { country, replaceLookalikes: usual } = await getClientFacts(tx, own.clientId);
        const campaignId = newId();
        const writing = asSent(
          text,
          sender,
          replaceLookalikes ?? usual,
          await loadClauses(tx, own.clientId, { messages: rowCount, isCounted: true }),
          own.clientId,
        );
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
        if (replaces !== undefined)
          await endReplaced(tx, own, replaces, (draft) => draft.uploadId === uploadId);
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
          needsApproval: (await loadApprovalReasons(tx, campaign)).length > 0,
        };
      }),

    sendCampaign: ({ campaignId }, { own, session, idempotency }) =>
      database.run(own, (tx) =>
        once(tx, idempotency, own.clientId, async () => {
          await sendCampaign(tx, await getLocked(tx, own, campaignId), session);
          return presentCampaign(tx, own, campaignId, session);
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
        return presentCampaign(tx, scope, campaignId, session);
      }),

    async refusedRows({ campaignId }, { scope, language }) {
      const campaign = await database.run(scope, (tx) => findCampaign(tx, scope, campaignId));
      if (!campaign) throw notFound('campaign');
      async function* lines() {
        yield refusedHeader(language);
        for (let after = 0; ;) {
          const rows = await database.run(scope, (tx) => listRefused(tx, campaignId, after, 2_000));
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
  };
}

type Info = FileDescription & Awaited<ReturnType<typeof countRows>>;

/** Describes an uploaded file, and reads it to its end. @throws UploadRefused */
async function readFile(upload: StoredFile, country: string, headerRow?: number): Promise<Info> {
  const description = await describeFile(upload.source, upload.fileName, country, headerRow);
  return { ...description, ...(await countRows(upload.source, description.layout)) };
}

/** A refused file as a refusal of the call; any other error is itself. */
function refusalOf(error: unknown, language: Language): unknown {
  return error instanceof UploadRefused
    ? fileRefused(refusalSentence(error.code, error.details, language))
    : error;
}

/** @throws Refusal UNKNOWN_PLACEHOLDER naming the first that no column answers to */
function mustKnowPlaceholders(text: string, columns: readonly string[]): void {
  const [unknown] = bindTemplate(parseTemplate(text), columns).unknown;
  if (unknown !== undefined) throw unknownPlaceholder(unknown, columns.join(', '));
}

function presentUpload({ id, fileName, bytes, info }: Upload): FilePreview {
  const { layout, preview, suggestedPhoneColumn, rowCount, removedCharacters } = info as Info;
  return {
    uploadId: id,
    fileName,
    columns: [...layout.columns],
    rows: preview,
    rowCount,
    suggestedPhoneColumn,
    headerRow: layout.headerRow ?? null,
    // Uploads of the release before have no count.
    removedCharacters: removedCharacters ?? 0,
    encoding: layout.text?.encoding ?? 'XLSX',
    delimiter: layout.text?.delimiter ?? null,
    bytes,
  };
}
