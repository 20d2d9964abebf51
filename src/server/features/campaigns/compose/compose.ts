import { CONTACT_FIELDS, MOST_TYPED } from '../../../../contract/api/compose.ts';
import type { compose } from '../../../../contract/api/compose.ts';
import type { Output, Parsed } from '../../../../contract/endpoint.ts';
import { looseName, placeholders } from '../../../../contract/shared/template.ts';
import { loadClauses } from '../../../core/opt-outs/clauses.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import {
  badInput,
  groupEmptying,
  noRate,
  notFound,
  senderNotReady,
  tooManyTyped,
  unknownPlaceholder,
} from '../../../infra/errors.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';
import { once } from '../../../infra/http/idempotency.ts';
import { newId } from '../../../infra/ids.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { keepCountries } from '../../../core/ledger/rates.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { addTask } from '../../../core/background/tasks.ts';
import { asSent, endReplaced } from '../campaigns.ts';
import type { By } from '../campaigns.ts';
import { advancePreparation, finishPreparation } from '../prepare/recipients.store.ts';
import { findCampaign, insertCampaign } from '../campaigns.store.ts';
import { findUsableSender } from '../facts.ts';
import { getClientFacts } from '../facts.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { isContactField } from './audience.rules.ts';
import type { RecipientFields } from './audience.rules.ts';
import {
  advanceAudience,
  countChosen,
  findTemplateText,
  insertAudience,
  isAttribute,
  listAttributes,
} from './audience.store.ts';
import type { Audience } from './audience.store.ts';
import { audienceSteps, mustReachSomebody, STEP, storeStep } from '../prepare/prepare.ts';
import type { Preparation } from '../prepare/prepare.rules.ts';
import { summaryOf } from '../prepare/summary.ts';

/** @throws Refusal BAD_INPUT unless there is either a text or a template, and somebody to send it to */
export function mustBeWhole(
  chosen: {
    text?: string | undefined;
    templateId?: string | undefined;
    recipients: readonly unknown[];
    groupIds: readonly string[];
    contactIds?: readonly string[];
  },
  language: Language,
): void {
  if ((chosen.text === undefined) === (chosen.templateId === undefined))
    throw badInput([{ field: 'text', message: sentence(language, 'TEXT_OR_TEMPLATE') }]);
  const { recipients, groupIds, contactIds = [] } = chosen;
  if (recipients.length + groupIds.length + contactIds.length === 0)
    throw badInput([{ field: 'recipients', message: sentence(language, 'NOBODY_CHOSEN') }]);
}

/** The country of the account changed since its prices were read, which are counted in its units. */
class CountryChanged extends Error {}

/** A campaign as it is asked for. */
type Asked = Parsed<typeof compose.compose> & Pick<Audience, 'recipientFields'>;
/** The prices of an account, and the country that they were read for. */
type Priced = { country: string; prices: PriceTable | undefined };

/**
 * Makes a campaign to whoever was chosen, and prepares it: at once where they are few, else in the background. Either a text
 * or a template is given.
 * @param key done once for this key, where there is one
 * @throws Refusal TOO_MANY_TYPED, SENDER_NOT_READY, NOT_FOUND, UNKNOWN_PLACEHOLDER, NO_RATE, NO_RECIPIENTS
 */
export async function composeCampaign(
  database: Database,
  own: Scope,
  by: By,
  asked: Asked,
  key?: { key: string; bodyHash: Buffer },
): Promise<Output<typeof compose.compose>> {
  const { recipients, recipientFields, groupIds, contactIds } = asked;
  if (recipients.length > MOST_TYPED) throw tooManyTyped(recipients.length, MOST_TYPED);
  const audience: Audience = {
    recipients,
    recipientFields: recipientFields ?? null,
    groupIds: [...new Set(groupIds)],
    contactIds: [...new Set(contactIds)],
  };
  const { clientId } = own;
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof CountryChanged) return attempt();
    throw error;
  }

  async function attempt(): Promise<Output<typeof compose.compose>> {
    // Inherited rates lie on the accounts above, which are out of reach.
    const priced = await database.run(systemScope(), async (tx) => ({
      country: (await getClientFacts(tx, clientId)).country,
      prices: await loadPriceTable(tx, clientId),
    }));
    return database.run(own, (tx) => (key ? once(tx, key, clientId, () => make(tx)) : make(tx)));

    async function make(tx: Tx): Promise<Output<typeof compose.compose>> {
      const made = await addComposed(tx, own, by, asked, audience, priced);
      return made.people > STEP
        ? prepareLater(tx, made.campaign)
        : prepareNow(tx, made.campaign, audience, made.priced);
    }
  }
}

/** Adds the campaign and its audience, once everything that it names is there. */
async function addComposed(
  tx: Tx,
  own: Scope,
  by: By,
  asked: Asked,
  audience: Audience,
  { country, prices }: Priced,
) {
  const { clientId } = own;
  await keepCountries(tx, [clientId]);
  const client = await getClientFacts(tx, clientId);
  if (client.country !== country) throw new CountryChanged();
  const { sender, text, members } = await findNamed(tx, clientId, asked, audience);
  if (!prices) throw noRate(country);
  const people = audience.recipients.length + members + audience.contactIds.length;

  const id = newId();
  await insertCampaign(tx, {
    id,
    clientId,
    campaignName: asked.campaignName || nameFor(text),
    senderId: sender.id,
    sender: sender.sender,
    ...asSent(
      text,
      sender,
      asked.replaceLookalikes ?? client.replaceLookalikes,
      await loadClauses(tx, clientId, { messages: people, isCounted: true }),
      clientId,
    ),
    source: audience.groupIds.length + audience.contactIds.length > 0 ? 'CONTACTS' : 'COMPOSE',
    uploadId: null,
    columns: placeholders(text),
    phoneColumn: null,
    country,
    scheduleAt:
      asked.scheduleTimestamp === null || asked.scheduleTimestamp === undefined
        ? null
        : new Date(asked.scheduleTimestamp * 1000),
    createdBy: by.clientId,
    impersonatorId: by.impersonatorId,
  });
  await insertAudience(tx, { id, clientId }, audience);
  if (asked.replaces !== undefined)
    await endReplaced(tx, own, asked.replaces, ({ source }) => source !== 'FILE');
  return { campaign: (await findCampaign(tx, own, id))!, people, priced: { country, prices } };
}

/**
 * Finds the sender ID, the text and the people that a campaign names.
 * @throws Refusal SENDER_NOT_READY, NOT_FOUND, GROUP_EMPTYING, UNKNOWN_PLACEHOLDER
 */
async function findNamed(
  tx: Tx,
  clientId: string,
  { senderId, text: written, templateId }: Asked,
  { groupIds, contactIds, recipientFields }: Audience,
) {
  const sender = await findUsableSender(tx, clientId, senderId);
  if (!sender) throw senderNotReady(senderId);
  const text = written ?? (await findTemplateText(tx, clientId, templateId!));
  if (text === undefined) throw notFound('template');
  const chosen = await countChosen(tx, clientId, groupIds, contactIds);
  if (chosen.unknownGroups.length > 0) throw notFound('contact group');
  if (chosen.emptying !== null) throw groupEmptying(chosen.emptying);
  if (chosen.unknownContacts.length > 0) throw notFound('contact');
  await mustKnowPlaceholders(tx, clientId, text, recipientFields ?? []);
  return { sender, text, members: chosen.members };
}

/** Has the background task prepare a large audience. */
async function prepareLater(
  tx: Tx,
  { id, clientId, campaignName }: CampaignRow,
): Promise<Output<typeof compose.compose>> {
  const operationId = await addTask(tx, {
    clientId,
    kind: 'prepareCampaign',
    description: campaignName,
    input: { campaignId: id },
  });
  return { campaignId: id, operationId, summary: null };
}

/** Prepares a small audience here and now, as the task does a large one. */
async function prepareNow(
  tx: Tx,
  campaign: CampaignRow,
  audience: Audience,
  priced: Parameters<typeof audienceSteps>[2],
): Promise<Output<typeof compose.compose>> {
  let summary: Preparation | null = null;
  let at = 0;
  for await (const step of audienceSteps(campaign, audience, priced, (work) => work(tx), {
    row: 0,
    contactId: null,
  })) {
    summary = await storeStep(tx, campaign, summary, step);
    await advancePreparation(tx, campaign.id, at, step.to, summary);
    if (step.contactId !== undefined) await advanceAudience(tx, campaign.id, step.contactId);
    at = step.to;
  }
  const whole = await mustReachSomebody(tx, campaign, summary);
  await finishPreparation(tx, campaign.id, whole);
  return {
    campaignId: campaign.id,
    operationId: null,
    summary: await summaryOf(tx, { ...campaign, summary: whole }),
  };
}

/** @throws Refusal UNKNOWN_PLACEHOLDER naming the first for which neither a contact of the client nor a recipient has a value */
async function mustKnowPlaceholders(
  tx: Tx,
  clientId: string,
  text: string,
  given: readonly (RecipientFields | null)[],
): Promise<void> {
  const brought = new Set(given.flatMap((fields) => Object.keys(fields ?? {}).map(looseName)));
  const names = placeholders(text).filter(
    (name) => !isContactField(name) && !brought.has(looseName(name)),
  );
  if (names.length === 0) return;
  const attributes = await listAttributes(tx, clientId);
  const usual = new Set(attributes.map(looseName));
  for (const name of names) {
    if (usual.has(looseName(name)) || (await isAttribute(tx, clientId, name))) continue;
    throw unknownPlaceholder(name, [...CONTACT_FIELDS, ...attributes].join(', '));
  }
}

/** The name of a campaign without one: the beginning of its text, on one line. */
function nameFor(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length <= 40 ? line || '—' : `${[...line].slice(0, 39).join('').trimEnd()}…`;
}
