export const optOutWords = {
  optOutWords: {
    title: 'Opt-out and opt-in words',
    purpose:
      'People opt out, and in again, by sending one of these words. Changes apply to the next message.',
    link: 'Opt-out and opt-in words',
    requests: {
      STOP: 'End promotions',
      STOP_EVERYTHING: 'End everything',
      START: 'Get messages again',
    },
    appliesTo: { SENDER: 'Promotions of the sender ID', ALL: 'All promotions of the account' },
    tabList: 'Lists of words',
    tabs: { keywords: 'From people', answers: 'Answers', codes: 'From carriers' },
    everyCountry: 'Every country',
    language: 'Language',
    asks: 'Asks to',
    saved: 'Saved',
    removed: 'Removed',
    // try a text
    try: 'Try a text',
    tryWord: 'Message text',
    tryCountry: 'Country',
    tryAction: 'Try',
    textMissing: 'Enter a text.',
    nothing: 'This text asks for nothing. It is stored as any incoming message.',
    answered: 'An account that answers sends: “{{text}}”',
    noAnswer: 'There is no text for an answer.',
    // words that people send
    keywords: 'Words people send',
    keywordsText:
      'Only when the whole message is the word. Capitals, accents and punctuation do not matter. A word without a country applies everywhere, unless a country has its own.',
    keywordsEmpty: 'There are no words: nobody can opt out by message.',
    word: 'Word',
    wordHelp: 'Letters and spaces, up to 40.',
    wordMissing: 'Enter a word.',
    addWord: 'Add a word',
    editWord: 'Edit word',
    removeWord: 'Remove this word?',
    removeWordText: 'Sending {{word}} then changes nothing.',
    // codes from carriers
    codes: 'Codes from carriers',
    codesText:
      'When a carrier answers or reports a message with one of these codes, the number goes on the opt-out list.',
    codesEmpty: 'There are no codes: a report of a carrier opts nobody out.',
    code: 'Status or code',
    codeHelp: 'As the carrier writes it. Capitals do not matter.',
    codeMissing: 'Enter the status or code.',
    applies: 'Ends',
    addCode: 'Add a status or code',
    editCode: 'Edit status or code',
    removeCodeText: '{{code}} then opts nobody out.',
    // answers
    answers: 'Answers',
    answersText:
      'Accounts that answer confirm with one of these texts, in the language of the word or else in English.',
    answersEmpty: 'There are no texts: nobody gets an answer.',
    text: 'Text',
    textHelp: '{{name}} is the name of the account, {{number}} the number that was written to.',
    addAnswer: 'Add an answer',
    editAnswer: 'Edit answer',
    removeAnswer: 'Remove this answer?',
    removeAnswerText:
      '{{name}}: people then get the text for every country or in English, or no answer where there is none.',
  },
} as const;
