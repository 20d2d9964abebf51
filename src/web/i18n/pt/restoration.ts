import type { restoration as english } from '../en/restoration.ts';
import type { Translation } from '../translation.ts';

export const restoration: Translation<typeof english> = {
  restoration: {
    banner: 'Os dados foram repostos tal como estavam em {{at}}',
    bannerText: 'O trabalho por terminar ficou suspenso.',
    open: 'Ver o que está suspenso',
    title: 'Reposto a partir de uma cópia de segurança',
    purpose: 'O trabalho por terminar quando a cópia foi feita está suspenso até que o liberte.',
    release: 'Libertar tudo',
    released: 'Está a ser tudo libertado: veja as tarefas em segundo plano.',
    none: 'Nada está suspenso',
    noneText: 'Depois de repor uma cópia de segurança, o trabalho por terminar aparece aqui.',
    warning:
      'Os dados não mostram o que aconteceu entre a cópia e a reposição: algumas destas mensagens podem já ter sido enviadas. Compare com os relatórios das operadoras, cancele as campanhas que saíram e só depois liberte o resto.',
    facts: 'Suspenso',
    backupAt: 'Dados de',
    restoredAt: 'Repostos em',
    file: 'Cópia',
    campaignMessages: 'Campanhas',
    singles: 'Mensagens avulsas',
    outgoing: 'Notificações',
    ambiguous: 'Em trânsito nesse momento',
    inCampaigns: '{{messages}} em {{campaigns}}',
    ofAccounts: '{{messages}} de {{accounts}}',
    outgoingText:
      '{{webhooks}} webhooks, {{mails}} e-mails, {{others}} confirmações e respostas para programas de clientes',
    ambiguousText:
      '{{messages}}, que não voltam a ser enviadas: uma confirmação de entrega resolve-as, ou as suas unidades são devolvidas',
    messages_one: '{{value}} mensagem',
    messages_many: '{{value}} mensagens',
    messages_other: '{{value}} mensagens',
    campaigns_one: '{{value}} campanha',
    campaigns_many: '{{value}} campanhas',
    campaigns_other: '{{value}} campanhas',
    accounts_one: '{{value}} conta',
    accounts_many: '{{value}} contas',
    accounts_other: '{{value}} contas',
    waiting: 'Campanhas suspensas',
    campaign: 'Campanha',
    account: 'Conta',
    status: 'Estado',
    schedule: 'Agendada para',
    left: 'Mensagens por enviar',
    more_one: 'e mais {{value}} campanha menor',
    more_many: 'e mais {{value}} campanhas menores',
    more_other: 'e mais {{value}} campanhas menores',
    sure: 'Libertar tudo?',
    sureText:
      'Serão enviadas {{messages}}, e saem os webhooks e os e-mails. Isto não se pode desfazer.',
  },
} as const;
