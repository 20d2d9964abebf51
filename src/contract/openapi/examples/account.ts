// Examples of the API document: account, sender IDs, templates.
import * as z from 'zod/mini';
import { restTransaction } from '../../api/rest-account.ts';
import type { restAccount } from '../../api/rest-account.ts';
import { restSender } from '../../api/rest-senders.ts';
import type { restSenders } from '../../api/rest-senders.ts';
import { messageTemplate } from '../../api/templates.ts';
import type { restTemplates } from '../../api/rest-templates.ts';
import { AT, SENDER, TEMPLATE, TRANSACTION, type Stories } from './ids.ts';

z.globalRegistry.add(restTransaction, { id: 'Transaction' });
z.globalRegistry.add(restSender, { id: 'SenderId' });
z.globalRegistry.add(messageTemplate, { id: 'Template' });

export const ACCOUNT: Stories<typeof restAccount> = {
  balance: {
    operationId: 'getBalance',
    tag: 'Account',
    title: 'Get the balance',
    description:
      'Units are held when a message is accepted, and given back if no carrier accepts it.',
    requests: {},
    responses: {
      balance: {
        summary: 'The balance',
        value: { units: 12_400.5, heldUnits: 320, creditLimitUnits: 0 },
      },
    },
    errors: [],
    fields: { units: 'Units that may be spent now, credit included.' },
  },
  statement: {
    operationId: 'listTransactions',
    tag: 'Account',
    title: 'Get the statement',
    description:
      'Page by page, newest first: purchases, transfers, charges and refunds, each with the balance before and after it. The balances are null for a purchase that has moved no units.',
    requests: {
      month: {
        summary: 'Purchases of a month',
        value: {
          pageSize: 100,
          'filter.types': ['PURCHASE'],
          'filter.startTimestamp': AT,
          'filter.endTimestamp': AT + 2_592_000,
        },
      },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { transactions: [transactionExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: {
      units: 'Units that moved; negative where they left the wallet.',
      'filter.startTimestamp': 'Only movements from then on, seconds since the epoch.',
      'filter.endTimestamp': 'Only movements until then.',
      campaignId: 'The campaign that was charged or refunded; null for any other movement.',
      createTimestamp: 'When it happened, seconds since the epoch.',
      reason: 'Why a payment failed; null for any other.',
      receipt: "The payment provider's receipt number; null where there is none.",
    },
  },
};

export const SENDERS: Stories<typeof restSenders> = {
  list: {
    operationId: 'listSenderIds',
    tag: 'Account',
    title: 'List sender IDs',
    description:
      'Newest first. Messages can be sent under those that are `READY_FOR_SENDING`; the others show how far their request is.',
    requests: {
      ready: {
        summary: 'Ready for sending',
        value: { 'filter.statuses': ['READY_FOR_SENDING'] },
      },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { senderIds: [senderExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: {
      senderId: 'The name that a phone shows.',
      country: 'The country that it was requested for, two letters.',
      reason: 'Why it was rejected or blocked; null for any other.',
    },
  },
};

const TEMPLATE_FIELDS = {
  name: 'The name of the template; no two of an account have the same.',
  text: 'The text, with placeholders between hash marks: `Hello #firstName#`.',
  createTimestamp: 'When it was saved, seconds since the epoch.',
};

export const TEMPLATES: Stories<typeof restTemplates> = {
  list: {
    operationId: 'listTemplates',
    tag: 'Templates',
    title: 'List templates',
    description: 'Page by page, newest first.',
    requests: { found: { summary: 'By a word', value: { 'filter.query': 'invoice' } } },
    responses: {
      page: {
        summary: 'A page',
        value: { messageTemplates: [templateExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: { ...TEMPLATE_FIELDS, 'filter.query': 'A part of the name or of the text.' },
  },
  get: {
    operationId: 'getTemplate',
    tag: 'Templates',
    title: 'Get a template',
    description: 'A campaign takes it by its `templateId`.',
    requests: { one: { summary: 'By its id', value: { templateId: TEMPLATE } } },
    responses: { template: { summary: 'A template', value: templateExample() } },
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
    fields: TEMPLATE_FIELDS,
  },
  create: {
    operationId: 'createTemplate',
    tag: 'Templates',
    title: 'Save a template',
    description: 'People see it in the portal under Message Templates.',
    requests: {
      one: {
        summary: 'A reminder',
        value: { name: 'Invoice reminder', text: templateExample().text },
      },
    },
    responses: { saved: { summary: 'Saved', value: templateExample() } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
    fields: TEMPLATE_FIELDS,
  },
  update: {
    operationId: 'updateTemplate',
    tag: 'Templates',
    title: 'Change a template',
    description: 'Fields that you leave out stay. Campaigns made from it keep their text.',
    requests: {
      one: { summary: 'Another name', value: { templateId: TEMPLATE, name: 'Second reminder' } },
    },
    responses: {
      changed: { summary: 'Changed', value: { ...templateExample(), name: 'Second reminder' } },
    },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND', 'NAME_TAKEN'],
    fields: TEMPLATE_FIELDS,
  },
  remove: {
    operationId: 'deleteTemplate',
    tag: 'Templates',
    title: 'Delete a template',
    description: 'Campaigns made from it keep their text.',
    requests: { one: { summary: 'By its id', value: { templateId: TEMPLATE } } },
    responses: { deleted: { summary: 'Deleted', value: { ok: true } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND'],
  },
};

function transactionExample(): z.output<typeof restTransaction> {
  return {
    purchaseId: TRANSACTION,
    ref: 'P-000042',
    type: 'PURCHASE',
    units: 5000,
    amount: '4000.00',
    currency: 'KES',
    balanceBefore: 7400.5,
    balanceAfter: 12_400.5,
    paymentStatus: 'COMPLETED',
    reason: null,
    receipt: 'SKJ41H6TQX',
    campaignId: null,
    note: null,
    createTimestamp: AT,
  };
}

function senderExample(): z.output<typeof restSender> {
  return {
    senderIdId: SENDER,
    senderId: 'DUKA',
    kind: 'TRANSACTIONAL',
    country: 'KE',
    status: 'READY_FOR_SENDING',
    statusTimestamp: AT,
    reason: null,
    isGeneric: false,
    stopClause: null,
  };
}

function templateExample(): z.output<typeof messageTemplate> {
  return {
    templateId: TEMPLATE,
    name: 'Invoice reminder',
    text: 'Hello #firstName#, your invoice #number# is due on #date#.',
    createTimestamp: AT,
    updateTimestamp: AT,
  };
}
