/** The page behind the link at the end of a promotional message. */
export const stopLinks = {
  title: 'Stop promotional messages',
  ask: 'Offers and news from the sender of this message will no longer reach your phone.',
  stop: 'Stop messages',
  stopAll: 'Stop everything from this sender',
  stopped: 'Stopped',
  stoppedText:
    'You will get no more offers and news from this sender. A message that is on its way may still arrive.',
  stoppedAll: 'Everything is stopped',
  stoppedAllText:
    'You will get nothing more from this sender but codes that you ask for. A message that is on its way may still arrive.',
  start: 'Get messages again',
  started: 'Messages are on again',
  startedText: 'You will get offers and news from this sender again.',
  tooMany: 'Please wait a moment',
  tooManyText: 'There were too many attempts from this connection. Try again in a few minutes.',
  language: 'Language',
  ownName: 'English',
} as const;
