export const senderImport = {
  senderImport: {
    title: 'Sender IDs from a file',
    purpose:
      'Import the sender IDs of clients who come from another portal, without documents or fee.',
    button: 'From a file',
    drop: 'Drop the file here',
    dropHelp: 'CSV or XLSX with a row for each sender ID, at most 500 rows.',
    noRows: 'The file has no rows below its header.',
    exampleText:
      'The first row names the columns. Only the client (its email address, phone number, or whole name as it is here) and the sender ID are required. The brand owner and a sample message are what operators ask for.',
    samples: {
      code: 'Your code is 482913.',
      offer: 'Half price until Sunday at our shop in Beira.',
    },
    steps: {
      columns: 'Choose the use of each column.',
      preview:
        'Preview every sender ID with its client. Rows with a mistake are left out, each with its reason.',
      enter:
        'Enter them, all at once. They wait for setup until another administrator or IT support marks them ready.',
    },
    columnsOf: 'Columns of {{name}}',
    columns: {
      account: 'Client',
      senderId: 'Sender ID',
      kind: 'Kind',
      country: 'Country',
      brandOwner: 'Brand owner',
      sample: 'Sample message',
    },
    accountHelp: 'Email address, phone number, or the whole name as it is here.',
    countryHelp: 'Without a column, or where a cell is empty, the country of the client.',
    columnsWrong: 'Choose two different columns for the client and the sender ID.',
    columnTwice: 'This column is chosen above already.',
    sample: 'The first rows of the file',
    preview_one: 'Preview {{value}} row',
    preview_other: 'Preview {{value}} rows',
    chosen: '{{name}}: {{columns}}.',
    chosenAlike_one: '{{name}}: {{value}} column read, found by its name.',
    chosenAlike_other: '{{name}}: {{value}} columns read, each found by its name.',
    chosenMost_one: '{{name}}: {{value}} column read. {{columns}}.',
    chosenMost_other:
      '{{name}}: {{value}} columns read. {{columns}}; the others are found by their names.',
    columnFor: '{{use}} from “{{column}}”',
    kindOfAll: 'The file names no kind: {{kind}} for all.',
    countryOfClient: 'The file names no country: that of the client.',
    wait_one: 'It waits for setup until another administrator or IT support marks it ready.',
    wait_other: 'They wait for setup until another administrator or IT support marks them ready.',
    toEnter: 'Ready to import ({{value}})',
    entered: 'Imported ({{value}})',
    leftOut: 'Left out ({{value}})',
    line: 'Row',
    column: 'Column',
    why: 'Why',
    earlier_one: '{{value}} sender ID is here already; nothing changes.',
    earlier_other: '{{value}} sender IDs are here already; nothing changes.',
    enter_one: 'Import {{value}} sender ID',
    enter_other: 'Import {{value}} sender IDs',
    done_one:
      '{{value}} sender ID imported. It waits for its setup; another administrator or IT support marks it ready.',
    done_other:
      '{{value}} sender IDs imported. They wait for their setup; another administrator or IT support marks them ready.',
  },
} as const;
