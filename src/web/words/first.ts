/** The English of the pages before sign-in, apart, so that nobody loads the words of the whole portal to type a password. */
export const first = {
  product: { name: 'Tuma', tagline: 'Every message, followed to its receipt', promise: 'Send campaigns from a file, see what each message will say and cost before it leaves, and watch the receipts come in.' },
  loading: 'Loading',
  unknownError: 'Unknown error',
  unreachable: 'The server could not be reached. Check your connection and try again.',
  language: { choose: 'Language' },
  scheme: { choose: 'Appearance', light: 'Light', dark: 'Dark', system: 'As the device' },
  common: {
    cancel: 'Cancel', keep: 'Keep as it is', back: 'Back', next: 'Next', previous: 'Previous', tryAgain: 'Try again',
    copy: 'Copy', copied: 'Copied', refresh: 'Refresh', clearAll: 'Clear filters', apply: 'Apply', actions: 'Actions',
    skip: 'Skip to the content', errorSummary: 'Please check these fields:',
  },
  roles: {
    ADMINISTRATOR: 'Administrator', IT_SUPPORT: 'IT support', BD_CLIENT: 'Business development', EBU_APPROVER: 'EBU approver',
    RESELLER: 'Reseller', COMPANY: 'Company', EBU_CLIENT: 'EBU client', CLIENT: 'Client',
  },
  signIn: {
    title: 'Sign in', heading: 'Sign in to {{name}}', username: 'E-mail or phone number', usernameHelp: 'For example name@company.com or 0712 345678',
    password: 'Password', show: 'Show password', hide: 'Hide password', submit: 'Sign in', submitting: 'Signing in',
    usernameMissing: 'Enter your e-mail address or phone number.', passwordMissing: 'Enter your password.',
    loggedOut: 'You have been logged out', loggedOutReason: 'You have been logged out: {{reason}}',
    insecure: 'This address is not secure (http), so your session is kept in this tab only and ends when you close it.',
    code: 'Code', codeSent: { SMS: 'We sent a code of six digits to your phone.', EMAIL: 'We sent a code of six digits to your e-mail.' }, codeMissing: 'Enter the six digits.', codeSubmit: 'Continue', codeBack: 'Sign in as somebody else', sandboxTitle: 'Sandbox accounts', sandboxText: 'Choose one to fill the form. Nothing sent here leaves this machine.', sandboxFill: 'Fill in {{role}}, {{email}}',
    pictureFirst: 'Dear Amina, your order 4821 is on its way.', pictureSecond: 'Dear Joseph, your order 4822 is ready in Nakuru.', pictureDelivered: 'Delivered', pictureCampaign: 'Order updates', pictureCount: '12,400 messages',
  },
} as const;
