export const softwareUse = {
  softwareUse: {
    title: 'Tráfego dos programas',
    purpose:
      'O que os programas dos clientes enviaram com cada chave de API e utilizador do gateway nas últimas 24 horas, e porque foram recusadas mensagens e chamadas.',
    credential: 'Chave ou ID de sistema',
    client: 'Cliente',
    source: 'Interface',
    sources: { REST: 'API REST', SMPP: 'SMPP', HTTP: 'Dialectos HTTP' },
    lastCall: 'Última chamada',
    perMinute: 'Chamadas por minuto',
    accepted: 'Aceites',
    refused: 'Recusadas',
    day: 'Últimas 24 horas',
    acceptedOf: '{{value}} aceites',
    refusedOf: '{{value}} recusadas',
    perMinuteOf_one: '{{value}} chamada por minuto',
    perMinuteOf_many: '{{value}} chamadas por minuto',
    perMinuteOf_other: '{{value}} chamadas por minuto',
    none: 'Ainda sem chamadas',
    empty: 'Nenhum programa chamou ainda',
    emptyText:
      'Uma linha aparece segundos depois da primeira chamada de uma chave ou de um utilizador do gateway.',
  },
} as const;
