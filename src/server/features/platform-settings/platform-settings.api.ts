import * as z from 'zod/mini';
import {
  APPROVAL_LIMITS,
  approvalLimits,
  contentRules,
  NO_RULES,
  platform,
  STEP_UP_UNITS,
  TOO_LATE_MINUTES,
} from '../../../contract/api/platform-settings.ts';
import { REGISTRATION_DAYS } from '../../../contract/api/sender-registrations.ts';
import type { PlatformSettings, SendingWindow } from '../../../contract/api/platform-settings.ts';
import { clockMinutes, isZone } from '../../../contract/shared/zones.ts';
import { changes, record } from '../../core/audit/audit.ts';
import { requireStepUp } from '../../core/auth/second-step/step-up.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { badInput, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { findSetting, putSetting } from '../../core/installation/installation.store.ts';
import { sentence } from '../../i18n/sentence.ts';
import {
  deleteWindow,
  findInboxClient,
  findWindow,
  listWindows,
  putWindow,
} from './platform-settings.store.ts';
import type { WindowRow } from './platform-settings.store.ts';
import { presentWindow } from './platform-settings.present.ts';

/** Settings of all campaigns: content rules, the latest start of a schedule, sending hours, the owner of unassigned messages. */
export function platformRoutes({ database }: { database: Database }): Route[] {
  return answer(platform, {
    get: (_input, { scope }) => database.run(scope, settingsOf),

    update: (input, call) =>
      database.run(call.scope, async (tx) => {
        const { windows: _windows, inbox, ...rules } = await settingsOf(tx);
        const before = { ...rules, inboxClientId: inbox?.clientId ?? null };
        if (input.inboxClientId && !(await findInboxClient(tx, input.inboxClientId)))
          throw notFound('client');
        const given = {
          ...(input.contentRules && {
            contentRules: { ...input.contentRules, words: [...new Set(input.contentRules.words)] },
          }),
          ...(input.approvalLimits && { approvalLimits: input.approvalLimits }),
          ...(input.consentDemanded !== undefined && { consentDemanded: input.consentDemanded }),
          ...(input.tooLateMinutes !== undefined && { tooLateMinutes: input.tooLateMinutes }),
          ...(input.registrationDays !== undefined && {
            registrationDays: input.registrationDays,
          }),
          ...(input.inboxClientId !== undefined && { inboxClientId: input.inboxClientId }),
          ...(input.stepUpUnits !== undefined && { stepUpUnits: input.stepUpUnits }),
        };
        // A raised amount would let a thief of the session pass without a step-up.
        if (input.stepUpUnits !== undefined && input.stepUpUnits !== before.stepUpUnits)
          await requireStepUp(tx, call.session);
        for (const [key, value] of Object.entries(given)) await putSetting(tx, key, value);
        const changed = changes(before, given);
        if (changed)
          await record(tx, call, {
            action: 'PLATFORM_UPDATED',
            clientId: call.session.clientId,
            ...changed,
          });
        return settingsOf(tx);
      }),

    putWindow: (window, call) =>
      database.run(call.scope, async (tx) => {
        const row = readWindow(window, (sentenceFor) => sentence(call.language, sentenceFor));
        const before = await findWindow(tx, row.country, row.kind);
        await putWindow(tx, row);
        const changed = changes(before ? presentWindow(before) : {}, presentWindow(row));
        if (changed)
          await record(tx, call, {
            action: 'SENDING_WINDOW_SET',
            clientId: call.session.clientId,
            before: { ...changed.before, country: row.country, kind: row.kind },
            after: { ...changed.after, country: row.country, kind: row.kind },
          });
        return presentWindow(row);
      }),

    deleteWindow: ({ country, kind }, call) =>
      database.run(call.scope, async (tx) => {
        const before = await findWindow(tx, country, kind);
        if (!before) throw notFound('sending window');
        await deleteWindow(tx, country, kind);
        await record(tx, call, {
          action: 'SENDING_WINDOW_REMOVED',
          clientId: call.session.clientId,
          before: presentWindow(before),
        });
        return { ok: true as const };
      }),
  });
}

async function settingsOf(tx: Tx): Promise<PlatformSettings> {
  const inboxClientId = z.parse(
    z.nullable(z.string()),
    (await findSetting(tx, 'inboxClientId')) ?? null,
  );
  return {
    contentRules: z.parse(contentRules, (await findSetting(tx, 'contentRules')) ?? NO_RULES),
    approvalLimits: z.parse(
      approvalLimits,
      (await findSetting(tx, 'approvalLimits')) ?? APPROVAL_LIMITS,
    ),
    consentDemanded: z.parse(z.boolean(), (await findSetting(tx, 'consentDemanded')) ?? false),
    tooLateMinutes: z.parse(
      z.number(),
      (await findSetting(tx, 'tooLateMinutes')) ?? TOO_LATE_MINUTES,
    ),
    registrationDays: z.parse(
      z.int(),
      (await findSetting(tx, 'registrationDays')) ?? REGISTRATION_DAYS,
    ),
    stepUpUnits: z.parse(z.number(), (await findSetting(tx, 'stepUpUnits')) ?? STEP_UP_UNITS),
    windows: (await listWindows(tx)).map(presentWindow),
    inbox: inboxClientId === null ? null : await findInboxClient(tx, inboxClientId),
  };
}

/** @throws Refusal BAD_INPUT for a zone that is none, or hours that end before they begin */
function readWindow(
  window: SendingWindow,
  say: (code: 'NOT_A_ZONE' | 'HOURS_IN_ORDER') => string,
): WindowRow {
  const [opens, closes] = [clockMinutes(window.opens) ?? 0, clockMinutes(window.closes) ?? 0];
  if (!isZone(window.timezone)) throw badInput([{ field: 'timezone', message: say('NOT_A_ZONE') }]);
  if (closes <= opens) throw badInput([{ field: 'closes', message: say('HOURS_IN_ORDER') }]);
  return { ...window, days: [...new Set(window.days)].sort((a, b) => a - b), opens, closes };
}
