/** Sender IDs and their documents. */
export const senders = {
  /** Rows of a file of sender IDs that are left out. */
  import: {
    KIND: '"{kind}" is no kind of sender ID. Write transactional, promotional or short code.',
    COUNTRY: '"{country}" is no country. Write its English name or its code of two letters.',
    TOO_LONG: 'This is too long: at most {most} characters.',
  },
  errors: {
    SAMPLE_MISSING: 'Enter a message as you will send it: operators in this country require one.',
    ONE_OF_A_KIND: 'Attach one document of each kind.',
    FEE_UNPAID: 'Its fee of {fee} is not paid yet. It can be approved once it is.',
    NOTHING_TO_PAY: 'There is no fee to pay for this sender ID.',
    SENDER_NAME: '{reason}',
    DOCUMENTS_MISSING: 'These documents are missing: {documents}. Attach each of them.',
    BRAND_OWNER_MISSING:
      'This name is not the name of your account. Enter whose name it is, and attach the letter that allows you to use it.',
    NOT_BELOW: "A sender ID can be delegated only to its owner's clients. Choose one of those.",
    SENDER_TOO_SHORT: 'This is too short: at least {shortest} characters.',
    SENDER_TOO_LONG: 'This is too long: at most {longest} characters.',
    SENDER_SPACES: 'Operators in this country do not accept spaces.',
    SENDER_SYMBOLS: 'Operators in this country accept letters and digits only.',
    SENDER_CHARACTERS: 'Use letters without accents, digits, spaces and - _ . & only.',
    SENDER_ALL_DIGITS: 'This needs a letter. Numbers alone are short codes: choose that kind.',
    SENDER_NOT_DIGITS: 'A short code has digits only.',
    SENDER_EDGES: 'It cannot begin or end with a space, or have two in a row.',
    SENDER_NOT_OFFERED: 'Operators in this country do not accept this kind of sender ID.',
    PROTECTED_ALREADY: '{value}, which looks the same, is already protected in this country.',
    SENDER_TAKEN: 'This name is already taken in this country. Choose another.',
    SENDER_ALIKE:
      'This looks too much like a name that is already taken. Choose a clearly different one.',
    SENDER_WORD:
      'This word does not say who is sending, so operators refuse it. Choose a name that people know you by.',
    REGISTRATION_DATE: 'Choose a day up to today, and a decision not before the submission.',
    NO_STAND_IN:
      'Choose a sender ID of this country that is ready, and that an operator has approved where this one is not.',
    DOCUMENT_TYPE:
      'The content of "{file}" is not PDF, PNG or JPEG. Scan or save it as one of these.',
    DOCUMENT_BROKEN: '"{file}" cannot be read to the end. Save it again, then upload it.',
    DOCUMENT_LOCKED: '"{file}" has a password. Save it without one, so that it can be read here.',
    DOCUMENT_ACTIVE:
      '"{file}" has scripts, forms or other files in it. Print it to a plain PDF, then upload that.',
    DOCUMENT_EMPTY: '"{file}" is empty.',
  },
  mail: {
    SENDER_DOCUMENT_REJECTED: {
      subject: 'A document of your sender ID {name} was rejected',
      paragraphs: [
        'We reviewed the documents of your sender ID {name} and rejected one of them: {document}. The reason given:',
        '{reason}',
        'Upload another in its place; the rest of your request stays as it is:',
        '>{link}',
      ],
      sms: '{brand}: {document} of your sender ID {name} was rejected: {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'The documents of your sender ID {name} are approved',
      paragraphs: [
        'All documents of your sender ID {name} are approved. We are now reviewing the request as a whole, and will write to you again:',
        '>{link}',
      ],
      sms: '{brand}: the documents of your sender ID {name} are approved.',
    },
    SENDER_FEE_DUE: {
      subject: 'The fee for your sender ID {name} is due',
      paragraphs: [
        'All documents of your sender ID {name} are approved. Its fee is',
        '*{fee}',
        'Pay it by mobile money to continue:',
        '>{link}',
      ],
      sms: '{brand}: the fee of {fee} for your sender ID {name} is due. Pay it here: {link}',
    },
    SENDER_APPROVED: {
      subject: 'Your sender ID {name} was approved',
      paragraphs: [
        'Your sender ID {name} was approved, and we have asked the operators to set it up. This usually takes {days} working days. We will write to you when you can send with it:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was approved. Operators take {days} working days to set it up.',
    },
    SENDER_REJECTED: {
      subject: 'Your sender ID {name} was rejected',
      paragraphs: [
        'Your request for the sender ID {name} was rejected. The reason given:',
        '{reason}',
        'You can request another, or this one again once that is resolved:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was rejected: {reason}',
    },
    SENDER_READY: {
      subject: 'You can send with {name}',
      paragraphs: [
        'Your sender ID {name} is ready for sending. Choose it when you write your next campaign:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending.',
    },
    SENDER_BLOCKED: {
      subject: 'Your sender ID {name} was blocked',
      paragraphs: [
        'Nothing more is sent with your sender ID {name}. Running campaigns have stopped, and units of unsent messages are given back. The reason given:',
        '{reason}',
        'Ask the person who manages your account:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was blocked: {reason}',
    },
    SENDER_REGISTRATION_LATE: {
      subject: '{operator} has not decided about {name} since {since}',
      paragraphs: [
        'The sender ID {name} of {client} was submitted to {operator} on {since}, and no decision is recorded. Ask the operator, then record its answer:',
        '>{link}',
      ],
      sms: '{brand}: {operator} has not decided about {name} ({client}) since {since}.',
    },
    SENDER_REGISTRATION_APPROVED: {
      subject: '{operator} accepts {name}',
      paragraphs: [
        '{operator} accepts your sender ID {name}. Messages to its numbers come from {name} from now on:',
        '>{link}',
      ],
      sms: '{brand}: {operator} accepts your sender ID {name}.',
    },
    SENDER_REGISTRATION_REFUSED: {
      subject: '{operator} has refused {name}',
      paragraphs: ['{operator} has refused your sender ID {name}. {effect}', '>{link}'],
      sms: '{brand}: {operator} has refused your sender ID {name}.',
    },
    SENDER_REGISTRATION_PENDING: {
      subject: '{operator} has not approved {name} yet',
      paragraphs: ['{operator} has not approved your sender ID {name} yet. {effect}', '>{link}'],
      sms: '{brand}: {operator} has not approved your sender ID {name} yet.',
    },
    SENDER_STAND_IN_BEGAN: {
      subject: '{standIn} stands in for {name}',
      paragraphs: [
        'Messages of your sender ID {name} to {operators} come from {standIn} from now on, because {name} is not approved there:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} stands in for your sender ID {name} ({operators}).',
    },
    SENDER_STAND_IN_ENDED: {
      subject: '{standIn} no longer stands in for {name}',
      paragraphs: [
        '{standIn} can no longer be used for messages of your sender ID {name} to {operators}. They are refused until {name} is approved there, or you choose another stand-in:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} no longer stands in for your sender ID {name} ({operators}).',
    },
    SENDER_STAND_INS_BEGAN: {
      subject: '{standIn} stands in for {count} of your sender IDs',
      paragraphs: [
        'Messages of these sender IDs to these operators come from {standIn} from now on, because the sender IDs are not approved there: {list}',
        '>{link}',
      ],
      sms: '{brand}: {standIn} stands in for {count} of your sender IDs.',
    },
    SENDER_STAND_INS_ENDED: {
      subject: '{standIn} no longer stands in for {count} of your sender IDs',
      paragraphs: [
        '{standIn} can no longer be used for messages of these sender IDs to these operators: {list}. The messages are refused until the sender IDs are approved there, or you choose another stand-in:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} no longer stands in for {count} of your sender IDs.',
    },
    SENDER_UNBLOCKED: {
      subject: 'You can send with {name} again',
      paragraphs: [
        'Your sender ID {name} is ready for sending again. Campaigns that were stopped stay stopped: make a copy of one to send it.',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending again.',
    },
  },
  registrationEffects: {
    NOT_READY: 'It is not ready for sending yet.',
    STAND_IN: 'Messages to its numbers come from {standIn}.',
    REFUSED: 'Messages to its numbers are refused. Choose a stand-in, so that they are sent:',
  },
  documents: {
    CERTIFICATE: 'certificate of incorporation',
    TAX_CERTIFICATE: 'tax certificate',
    TRADEMARK_CERTIFICATE: 'trademark certificate',
    AUTHORIZATION_LETTER: 'authorization letter',
  },
} as const;
