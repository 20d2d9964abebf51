export const tasks = {
  tasks: {
    kinds: { prepareCampaign: 'Prepare {{name}}', expandCampaign: 'Queue the messages of {{name}}', checkContacts: 'Check {{name}}', importContacts: 'Import {{name}}' },
    title: 'Background Tasks',
    purpose: 'Long work that goes on while you do something else.',
    description: 'Task',
    status: 'Status',
    progress: 'Progress',
    created: 'Started',
    duration: 'Took',
    empty: 'Nothing has run yet',
    emptyText: 'Reading a file of recipients or making a report shows here, with how far it is.',
    stop: 'Stop',
    stopTitle: 'Stop this task?',
    stopText: '{{name}}: what it has not done yet will not be done.',
    stopped: 'The task is being stopped',
    openCampaign: 'Open the campaign',
  },
} as const;
