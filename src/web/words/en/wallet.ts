export const wallet = {
  wallet: {
    title: 'Transactions', purpose: 'Everything that moved your units. Balance: {{balance}}.', buy: 'Buy units', export: 'Export', ref: 'Reference', type: 'Type', client: 'Client', about: 'What', units: 'Units', before: 'Balance before', after: 'Balance after', amount: 'Amount', status: 'Status', when: 'When', phone: 'Phone', receipt: 'Receipt', note: 'Note', balance: 'Balance', currency: 'Currency', unitPrice: 'Price of a unit',
    types: { PURCHASE: 'Purchase', TRANSFER_IN: 'Transfer in', TRANSFER_OUT: 'Transfer out', REFUND: 'Refund', CHARGE: 'Charge', ADJUSTMENT: 'Adjustment' },
    purposes: { UNITS: 'Units', SENDER_FEE: 'Fee of a sender ID' },
    empty: 'Nothing has moved yet', emptyText: 'Purchases, campaigns, refunds and transfers show here with the balance that each led to.', ownRates: 'What a message part costs', ratesFailed: 'The rates could not be loaded', noRates: 'No price has been set yet.',
    topUp: {
      title: 'Buy SMS', purpose: 'Give units or an amount; the other is worked out. You confirm on your phone with your PIN.', failed: 'The price could not be loaded', noPrice: 'Nobody has set a price for your country yet. Ask whoever manages your account.', noProvider: 'Payments in {{currency}} cannot be taken here yet. Ask whoever manages your account for a transfer.',
      units: 'Units', unitPrice: '{{price}} a unit', amount: 'Amount', amountHelp: 'Whole amounts; units are rounded down.', phone: 'Mobile-money number', phoneHelp: 'The phone that is asked for the PIN.', unitsWrong: 'Give a number above 0 with at most four decimals.', amountWrong: 'Give a whole amount above 0.', bounds: 'One payment can be from {{least}} to {{most}}.', phoneMissing: 'Give the number that pays.',
      youGet: 'You get', balanceAfter: 'Balance after', lasts: 'Lasts about', days_one: '{{value}} day at your usual pace', days_other: '{{value}} days at your usual pace', soldBy: 'Sold by', pay: 'Pay', payAmount: 'Pay {{amount}}', next: 'Your phone asks for the PIN next. Nothing is paid before you enter it.',
      sent: 'Payment request has been sent',
    },
    reminder: { button: 'Remind me', title: 'Remind me to top up', when: 'When', help: 'By mail, in the morning (UTC).', never: 'Never', week: 'Every Monday', month: 'On the first of each month', unitsHelp: 'Filled in for you when you follow the link.', save: 'Save', saved: 'Your reminder is saved' },
    payment: {
      title: 'Payment', notFound: 'There is no such payment', sync: 'Check now', paid: '{{amount}} received', credited: '{{units}} are in your wallet.', feePaid: 'The fee is paid.', notPaid: 'The payment did not go through', again: 'Try again', receipt: 'Receipt (PDF)',
    },
    steps: { NEW: 'Not sent yet', ASKING: 'Asking your phone', ON_PHONE: 'Waiting for your PIN', UNANSWERED: 'Waiting for word', CONFIRMING: 'Confirming the payment', ENDED: 'Done' },
    stepTexts: {
      NEW: 'The request was not sent. Start again, and nothing is paid twice.', ASKING: 'The request is on its way to {{phone}}.', ON_PHONE: 'Check {{phone}}, enter the mobile-money PIN, then confirm the transaction. This page follows it.', UNANSWERED: 'The provider has not answered yet. Do not pay again: if {{phone}} asks for the PIN, enter it; this page follows it.',
      CONFIRMING: 'The provider called back. We ask it to confirm before units are credited.', ENDED: 'It has ended.',
    },
    reasons: {
      CANCELLED_BY_PAYER: 'It was cancelled on the phone. Nothing was paid.', WRONG_PIN: 'The PIN was wrong. Nothing was paid; try again with the right one.', NO_MONEY: 'There is not enough money on that number. Nothing was paid.', NO_ANSWER: 'Nobody answered on the phone. Nothing was paid; have it at hand and try again.', TIMED_OUT: 'The request timed out on the phone. Nothing was paid.', LIMIT_REACHED: 'The number has reached its limit for today. Nothing was paid.',
      PHONE_BUSY: 'The phone has another transaction open. Wait a minute and try again.', NOT_ALLOWED: 'This number may not make the payment. Ask the mobile-money provider.', PROVIDER_REFUSED: 'The provider did not take the request. Nothing was paid; try again in a minute.', PROVIDER_ERROR: 'The provider had a fault. Nothing was credited; should money have left, it is credited as soon as the provider says so.', NO_WORD: 'Nothing was heard from the provider. Should money have left, tell us the reference.', NEVER_ASKED: 'The request was never sent.', WRONG_AMOUNT: 'Another amount was paid than was asked for.',
    },
    statement: { button: 'Statement', title: 'Statement of a month', month: 'Month', help: 'With opening and closing balance; months are in UTC.', download: 'Download PDF' },
    transfer: { button: 'Transfer', title: 'Transfer units', to: 'To', clientMissing: 'Choose who gets them.', available: 'You have {{balance}}.', noteHelp: 'Both sides see it.', confirmTitle: 'Transfer {{units}} to {{name}}?', give: 'Transfer {{units}}', done: '{{units}} transferred. {{after}} remain.' },
    rates: {
      title: 'SMS Rates', purpose: 'What a message part costs {{name}}.', add: 'Add region', change: 'Change', makeOwn: 'Set an own price', changeTitle: 'Price of {{name}}', becomesOwn: 'This price is inherited. Saving makes it the client\'s own.', save: 'Save price', saved: 'The price is saved', prefixesHelp: 'Without plus, with commas between; the longest that fits a number wins.', from: 'From', fromHelp: 'In your time zone. Empty: at once. Campaigns priced before keep their price.', fromPast: 'Choose a time that is still to come.', since: 'Since', next: 'Next', ownPrice: 'You pay', margin: 'Margin',
      wrong: { regionName: 'Give the region a name.', regionFilters: 'Give one or more prefixes, such as 254.', costPrice: 'Give a price above 0 with at most four decimals.', currency: 'Give a currency of three letters, such as KES.' },
      remove: 'Remove own price', removeTitle: 'Remove the price of {{name}}?', removeText: 'The client pays what it inherits again, at once.', removed: 'The price is removed', empty: 'No price yet', emptyText: 'Without a price nothing can be sent to a region.',
      import: 'Import', importTitle: 'Import prices for {{name}}', drop: 'Drop a price list here', dropHelp: 'A CSV with the columns region, prefixes, price and currency; up to 1,000 lines and 1 MB.', problems_one: '{{value}} line has a mistake and is left out', problems_other: '{{value}} lines have a mistake and are left out', problem: 'Line {{line}}, {{field}}: {{message}}', nothingChanges: 'Every price is as it is in the list already.', changes: 'What changes', now: 'Now', later: 'Then', new: 'new', apply_one: 'Set {{value}} price', apply_other: 'Set {{value}} prices', imported: 'The prices are set',
    },
    truth: {
      title: 'Payments', purpose: 'Every payment with all that was asked of the provider and heard from it.', one: 'Payment {{ref}}', search: 'Search payments', searchHint: 'Reference, receipt or phone', empty: 'No payment yet', emptyText: 'Each attempt to pay shows here, whatever became of it.', proveNow: 'Prove now', balanced: 'The ledger balances: every movement sums to zero, and each balance is the sum of its entries.', unbalanced: 'The ledger does not balance (below floor / drift / unbalanced / holds / reserves / overdrawn: {{faults}}).',
      orphans: 'Callbacks that belong to no payment', noReceipt: 'no receipt', claim: 'Claim', claimTitle: 'Claim {{receipt}}', claimRef: 'Reference of the payment', claimHelp: 'Such as TU00001A. Units are credited once the provider confirms it.', claimed: 'Confirmed and credited', claimAsked: 'Claimed; the provider is asked to confirm it',
      events: 'Asked and heard', noEvents: 'Nothing was asked yet.', entries: 'Entries of the ledger', noEntries: 'Nothing was moved.', account: 'Account',
      kinds: { PUSH: 'Request sent', PUSH_ANSWER: 'Answer to the request', CALLBACK: 'Callback', MISMATCH: 'Callback that does not fit', ORPHAN: 'Orphan', ASK: 'Asked what became of it', CLAIMED: 'Claimed', CREDITED: 'Credited', RELEASED: 'Reserve given back' },
    },
  },
} as const;
