/** The hosts of a brand. */
export const branding = {
  errors: {
    HOST_OF_PLATFORM:
      'This is an address of the platform itself. Enter a host name of your own, such as sms.company.com.',
    HOST_IS_ADDRESS: 'This is an IP address. Enter a host name, such as sms.company.com.',
    HOST_RESERVED:
      'This name belongs to private networks. Enter one that can be reached from the internet, such as sms.company.com.',
    HOST_PUBLIC_SUFFIX:
      'Anyone can register names under this one. Enter the whole name, such as sms.company.co.ke.',
    HOST_TAKEN: 'This host shows another brand.',
    HOSTS_MANY: 'A brand has at most {limit} hosts and proposals. Remove one first.',
  },
  mail: {
    HOST_IN_FORCE: {
      subject: '{host} now shows your brand',
      paragraphs: [
        'The host {host} now shows your brand, and links in emails and messages to your users lead to it.',
        '>{link}',
      ],
      sms: '{brand}: {host} now shows your brand.',
    },
    HOST_REFUSED: {
      subject: 'Your host {host} was refused',
      paragraphs: [
        'The host {host} that you proposed for your brand was refused. The reason given:',
        '{reason}',
        'See your hosts:',
        '>{link}',
      ],
      sms: '{brand}: your host {host} was refused: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'The DNS record of {host} is missing',
      paragraphs: [
        'The DNS record that proves your host {host} is no longer there:',
        '*{record}',
        'Restore it before {until}. After that the host no longer shows your brand. The value is on this page:',
        '>{link}',
      ],
      sms: '{brand}: the DNS record of {host} is missing. Restore it before {until}.',
    },
    HOST_LOST: {
      subject: '{host} no longer shows your brand',
      paragraphs: [
        'The DNS record that proved your host {host} was missing for 14 days, so the host no longer shows your brand. Restore the record and check it here:',
        '>{link}',
      ],
      sms: '{brand}: {host} no longer shows your brand.',
    },
  },
} as const;
