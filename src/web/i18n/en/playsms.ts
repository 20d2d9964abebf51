export const playsms = {
  playsms: {
    title: 'Move in from playSMS',
    purpose:
      'Bring the clients, phone books and templates of a playSMS in. Nothing happens before you have seen the preview.',
    button: 'Move in from playSMS',
    drop: 'Drop the dump here',
    dropHelp:
      'An .sql file of at most 32 MB, made on the old server by the command above. Passwords and tokens in it are not kept.',
    command: 'On the old server, make the dump by this command',
    steps: {
      preview:
        'Preview every user, with its contacts and templates: who becomes a client, who is left out, and why.',
      run: 'Import. It runs in the background and can be stopped; nothing comes twice.',
      rest: 'Enter balances and sender IDs, and have each client choose a password by its invitation.',
    },
    missing: 'This import does not exist any more',
    missingText: 'Imports are kept for 30 days.',
    another: 'Read another dump',
    users: 'Users ({{value}})',
    user: 'User',
    becomes: 'Becomes',
    email: 'Email',
    clients: 'Clients',
    leftOut: 'Users left out',
    contacts: 'Contacts',
    groups: 'Groups',
    templates: 'Templates',
    newClient: 'New: {{level}}',
    newBelow: 'New: {{level}}, client of {{parent}}',
    existing: 'Client that is already here; its own details stay',
    reasons: {
      ADMINISTRATOR: 'Left out: an administrator of playSMS. Invite staff by hand.',
      NO_EMAIL: 'Left out: no email address.',
      BAD_EMAIL: 'Left out: its email address is none.',
      TWICE: 'Left out: an earlier user has the same email address.',
      UNPROVED:
        'Left out: the owner of the account with this email address here has not confirmed it.',
      HELD: 'Left out: another account had this email address until lately and can take it back.',
      PARENT: 'Left out: its parent is left out, or can have no clients here.',
    },
    templateList: 'Templates as they will be',
    templateListHelp:
      '#NAME# becomes #firstName# and #NUM# becomes #phone#. Other texts between hash marks stay as they are.',
    template: 'Template',
    text: 'Text',
    lost: 'Not taken over',
    losses: {
      PASSWORDS:
        'Passwords ({{value}}): playSMS stores hashes that cannot be taken over; each client chooses a password by its invitation.',
      API_TOKENS: 'Tokens of its web services ({{value}}): software of clients gets an API key.',
      CREDITS:
        'Credits ({{value}}): enter them afterwards under Clients, Opening balances, with the same dump.',
      SENDERS:
        'Sender IDs ({{value}}): request them here, or enter them under Sender IDs, From a file.',
      FOOTERS: 'Footers of messages ({{value}}): write them into templates.',
      PHONES:
        'Phone numbers of users ({{value}}): they are no mobile numbers, or those of another account here.',
      SHARED_GROUPS: 'Sharing of groups ({{value}}): here a group belongs to its client alone.',
    },
    ownerless_one: '{{value}} contact or template of a user that becomes no client.',
    ownerless_other: '{{value}} contacts and templates of users that become no client.',
    otherTables:
      'Other tables of the dump, which are not read: {{tables}}. Where a stop list is among them, import its numbers as opt-outs.',
    entries: 'Contacts and templates left out or changed ({{value}})',
    entriesShown: 'The first {{value}} are listed.',
    line: 'Line',
    what: 'What',
    why: 'Why',
    kinds: { CONTACT: 'Contact', TEMPLATE: 'Template' },
    entryReasons: {
      BAD_EMAIL: 'Its email address is none; the contact comes without it',
      NAME_CUT: 'The name is longer than 80 characters; it is cut',
      NO_TEXT: 'The template has no text; left out',
      TEXT_TOO_LONG: 'The text is longer than 10,000 characters; left out',
      number: '{{reason}}; left out',
    },
    invitations: 'Send each new client an invitation by email now',
    invitationsHelp:
      'A link in it is valid for 7 days. Without it the accounts wait; send the invitation of each from the list of clients.',
    start_one: 'Import {{value}} client',
    start_other: 'Import {{value}} clients',
    nothing: 'No user of this dump becomes a client.',
    running: 'Importing {{name}}',
    runningText: 'You can leave this page; it continues under Background Tasks.',
    stop: 'Stop import',
    stopTitle: 'Stop this import?',
    stopText:
      'What is imported already stays. Read the dump again for the rest; nothing comes twice.',
    completed: 'Import complete',
    canceled: 'The import was stopped',
    failed: 'The import failed',
    keptText:
      'What was imported before then stays. Read the dump again for the rest; nothing comes twice.',
    counts: {
      clients: 'New clients',
      existingClients: 'Clients already here',
      contacts: 'Contacts added',
      keptContacts: 'Contacts already here',
      groups: 'Groups added',
      templates: 'Templates added',
      keptTemplates: 'Templates already here',
      missingClients: 'Clients left out since the preview',
      missingContacts: 'Contacts left out since the preview',
    },
    toClients: 'See clients',
    toBalances: 'Enter opening balances',
  },
} as const;
