import { REPORT_WORDS } from '../../../contract/shared/report-labels.ts';

const word = REPORT_WORDS.en;

/** Buying and moving units, prices, and the documents of both. */
export const wallet = {
  /** Rows of opening balances that are left out. */
  openings: {
    UNITS: '"{units}" is no number of units. Write it as 1234.5, with at most four decimals.',
    TWICE: 'An earlier row names the same client.',
  },
  errors: {
    NO_PROVIDER:
      'Payments in {currency} are not available yet. Ask the person who manages your account.',
    AMOUNT_OUT_OF_BOUNDS: 'One payment can be from {least} to {most} {currency}.',
    STOCK_SHORT:
      'Your reseller does not have enough units at the moment. Nothing was charged; ask them, or buy fewer.',
    CANNOT_PAY_FROM: '{phone} cannot pay here. Enter the mobile-money number of the payer.',
    CALLBACK_OF_CHECKOUT:
      'This callback belongs to another request than that payment. Find the payment whose events contain its number.',
    CALLBACK_OF_AMOUNT: 'This callback has another amount than that payment.',
    CALLBACK_OF_PHONE: 'This callback has another phone number than that payment.',
    CALLBACK_OF_RECEIPT: 'The receipt of this callback already belongs to another payment.',
    HOMES_DIFFER:
      "Your units cannot be counted against those of this account: one of you has no price for the other's country. Set that price, or let the account buy its own units.",
    NOTHING_ARRIVES:
      'So few units are worth nothing in the country of that account. Transfer more.',
    ARRIVES_CHANGED:
      'A price has changed: {units} units would arrive now. Check and confirm again.',
    COLUMN_MISSING:
      'The file has no column for {column}. It needs region, prefixes, price and currency.',
    RATE_WRONG: '"{value}" cannot be used here.',
    RATE_EMPTY: 'This is empty.',
    RATE_TWICE: 'This region is already in line {line}.',
    RATES_IN_TWO_CURRENCIES:
      'All rates of a client must be in one currency: {region} would differ from {currency}. Import them together to change the currency.',
    RATE_TOO_LOW:
      '{atLine}{region} (+{prefix}) costs the seller more than this. The lowest price allowed is {least} {currency}. Set that or more, or lower the price of the home country.',
    NOT_SOLD_BY_SELLER:
      '{atLine}The seller has no price for {region} (+{prefix}), so it cannot sell messages there. Ask an administrator to add the region.',
  },
  mail: {
    LOW_UNITS: {
      subject: 'Your {brand} balance is low: {balance} units',
      paragraphs: [
        'Your balance has fallen to',
        '*{balance} units',
        'You asked to be notified below {level}. Top up here so that your campaigns can continue:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is low: {balance} units. Top up: {link}',
    },
    TOP_UP_REMINDER: {
      subject: 'Time to top up {brand}',
      paragraphs: [
        'You asked to be reminded. Your balance is',
        '*{balance} units',
        'Top up here:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is {balance} units. Top up: {link}',
    },
    PRICE_RAISED: {
      subject: 'Some of your {brand} prices have gone up',
      paragraphs: [
        'Your seller now pays more for these regions. Until it sets new prices you are charged, for each segment (the price set before in brackets):',
        '{list}',
        'See all your prices:',
        '>{link}',
      ],
      sms: 'Some of your {brand} prices have gone up: {list}',
    },
    CLIENT_PRICE_RAISED: {
      subject: 'Prices of {name} on {brand} are below yours',
      paragraphs: [
        'The prices that you set for {name} are now lower, in units, than what you pay. Until you change them, {name} is charged at your prices (the price set before in brackets):',
        '{list}',
        'Set new prices here:',
        '>{link}',
      ],
      sms: '{brand}: the prices of {name} are below yours: {list}',
    },
    PAYMENT_RECEIVED: {
      subject: '{amount} received: {what}',
      paragraphs: [
        'We received your payment of',
        '*{amount}',
        'For {what}. Reference {ref}, receipt {receipt}. You can print the receipt here:',
        '>{link}',
      ],
      sms: '{brand}: {amount} received for {what}. Ref {ref}.',
    },
  },
  /** The subject of a payment, within a sentence. */
  paidFor: { UNITS: '{units} units', SENDER_FEE: 'the fee of your sender ID' },
  /** The file of transactions. */
  transactions: {
    fileName: 'Transactions',
    columns: [
      `${word.at} (UTC)`,
      word.ref,
      word.type,
      word.client,
      word.units,
      word.balanceBefore,
      word.balanceAfter,
      word.amount,
      word.currency,
      word.paymentStatus,
      word.phone,
      word.receipt,
      word.about,
    ],
  },
  documents: {
    statement: 'Statement of units',
    receipt: 'Receipt',
    client: 'Client',
    month: 'Month (UTC)',
    opening: 'Opening balance, units',
    closing: 'Closing balance, units',
    reference: 'Reference',
    providerReceipt: 'M-Pesa receipt',
    date: 'Date',
    phone: 'Paid from',
    units: 'Units bought',
    price: 'Price per unit',
    what: 'For',
    fee: 'Fee of a sender ID',
    paid: 'Paid',
    movements: '{count} movements',
    nothing: 'There were no transactions in this month.',
    columns: ['Date', 'Type', 'What', 'Units', 'Balance'],
    invoice: 'Invoice',
    number: 'Number',
    billedTo: 'Billed to',
    taxNumber: 'Tax number',
    item: 'Item',
    quantity: 'Quantity',
    amount: 'Amount',
    smsUnits: 'SMS units',
    net: 'Without tax',
    total: 'Total',
    paidInFull: 'Paid in full by mobile money.',
    paidWithTax: 'Paid in full by mobile money. Prices and amounts include the tax.',
    types: {
      PURCHASE: 'Purchase',
      TRANSFER_IN: 'Transfer in',
      TRANSFER_OUT: 'Transfer out',
      REFUND: 'Refund',
      CHARGE: 'Charge',
      ADJUSTMENT: 'Adjustment',
    },
    page: 'Page {at} of {of}',
  },
} as const;
