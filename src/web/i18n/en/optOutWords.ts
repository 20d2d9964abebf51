export const optOutWords = {
  optOutWords: {
    title: 'Words that opt out',
    purpose:
      'A phone that writes one of these words opts out or in again, and so does a carrier that reports one. Changes apply to the next message.',
    link: 'Words that opt out',
    requests: {
      STOP: 'End promotions',
      STOP_EVERYTHING: 'End everything',
      START: 'Get messages again',
    },
    appliesTo: { SENDER: 'Promotions of the sender ID', ALL: 'All promotions of the account' },
    tabList: 'Lists of words',
    tabs: { keywords: 'From phones', answers: 'Answers', codes: 'From carriers' },
    everyCountry: 'Every country',
    language: 'Language',
    asks: 'Asks to',
    saved: 'Saved',
    removed: 'Removed',
    // try a text
    try: 'Try a text',
    tryWord: 'Text of a phone',
    tryCountry: 'Country of the phone',
    tryAction: 'Try',
    textMissing: 'Enter a text.',
    nothing: 'This text asks for nothing. It is stored as any incoming message.',
    answered: 'An account that answers sends: “{{text}}”',
    noAnswer: 'There is no text for an answer.',
    // words of phones
    keywords: 'Words of phones',
    keywordsText:
      'The whole message must be the word; capitals, accents and punctuation make no difference. A word of a country goes before the same word of every country.',
    keywordsEmpty: 'There are no words: phones cannot opt out by writing.',
    word: 'Word',
    wordHelp: 'Letters and spaces, up to 40.',
    wordMissing: 'Enter a word.',
    addWord: 'Add a word',
    editWord: 'Edit word',
    removeWord: 'Remove this word?',
    removeWordText: 'A phone that writes {{word}} is then no longer opted out or in.',
    // words of carriers
    codes: 'Words of carriers',
    codesText:
      'A status or error code with which a carrier answers or reports a message. The number is put on the opt-out list.',
    codesEmpty: 'There are no words: what a carrier reports opts nobody out.',
    code: 'Status or code',
    codeHelp: 'As the carrier writes it; capitals make no difference.',
    codeMissing: 'Enter the status or code.',
    applies: 'Ends',
    addCode: 'Add a status or code',
    editCode: 'Edit status or code',
    removeCodeText: 'A carrier that reports {{code}} then opts nobody out.',
    // answers
    answers: 'Answers to phones',
    answersText:
      'Accounts that chose so confirm a word by one of these texts, in the language of the word, else in English.',
    answersEmpty: 'There are no texts: no phone gets an answer.',
    text: 'Text',
    textHelp: '{{name}} is the name of the account, {{number}} the number that the phone wrote to.',
    addAnswer: 'Add an answer',
    editAnswer: 'Edit answer',
    removeAnswer: 'Remove this answer?',
    removeAnswerText:
      '{{name}}: phones then get the text for every country or in English, or no answer where there is none.',
  },
} as const;
