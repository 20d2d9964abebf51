export const branding = {
  errors: {
    HOST_OF_PLATFORM:
      'Este é um endereço da própria plataforma. Indique um nome seu, como sms.empresa.com.',
    HOST_IS_ADDRESS: 'Isto é um endereço IP. Indique um nome, como sms.empresa.com.',
    HOST_RESERVED:
      'Este nome pertence a redes privadas. Indique um que seja acessível pela internet, como sms.empresa.com.',
    HOST_PUBLIC_SUFFIX:
      'Qualquer pessoa regista nomes sob este. Indique o nome completo, como sms.empresa.co.mz.',
    HOST_TAKEN: 'Este endereço já tem outra marca.',
    HOSTS_MANY: 'Uma marca tem no máximo {limit} endereços e propostas. Remova um primeiro.',
  },
  mail: {
    HOST_IN_FORCE: {
      subject: '{host} tem a sua marca',
      paragraphs: [
        'O endereço {host} tem a sua marca a partir de agora, e os links nas mensagens aos seus utilizadores levam à sua marca.',
        '>{link}',
      ],
      sms: '{brand}: {host} tem a sua marca a partir de agora.',
    },
    HOST_REFUSED: {
      subject: 'O seu endereço {host} foi recusado',
      paragraphs: [
        'O endereço {host} que propôs para a sua marca foi recusado. O motivo indicado:',
        '{reason}',
        'Veja os seus endereços:',
        '>{link}',
      ],
      sms: '{brand}: o seu host {host} foi recusado: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'Falta o registo DNS de {host}',
      paragraphs: [
        'O registo DNS que comprova o seu endereço {host} já não existe:',
        '*{record}',
        'Reponha-o antes de {until}. Depois disso o endereço deixa de ter a sua marca. O valor está nesta página:',
        '>{link}',
      ],
      sms: '{brand}: falta o registo DNS de {host}. Reponha-o antes de {until}.',
    },
    HOST_LOST: {
      subject: '{host} deixou de ter a sua marca',
      paragraphs: [
        'O registo DNS que comprovava o seu endereço {host} faltou durante 14 dias, por isso o endereço deixou de ter a sua marca. Reponha o registo e verifique-o aqui:',
        '>{link}',
      ],
      sms: '{brand}: {host} deixou de ter a sua marca.',
    },
  },
} as const;
