import type { AlertKind } from '../../../contract/api/monitoring.ts';
import type { Language } from '../../infra/words.ts';

type Said = { title: string; advice: string };

const words: Record<Language, Record<AlertKind, Said> & { noneStarted: string }> = {
  en: {
    noneStarted: 'No {subject} process has started',
    CONNECTOR_DOWN: {
      title: 'Connector {subject} has not been bound for {minutes} minutes',
      advice:
        'Its page says why the last try failed. Messages that no other route takes wait in the queue.',
    },
    QUEUE_OLD: {
      title: 'The oldest message has waited {minutes} minutes',
      advice:
        '{queued} messages wait. Look whether connectors are bound, and whether what is handed in is more than their throughput carries.',
    },
    RECEIPTS_MISSING: {
      title: 'Connector {subject} brings too few receipts',
      advice:
        'It took {taken} message parts within an hour and brought {receipts} receipts. Ask the carrier; messages stay "submitted" until then.',
    },
    OUTBOX_STUCK: {
      title: 'What should go out as {subject} has been due for {minutes} minutes',
      advice: '{waiting} wait. Look at the worker and at its log.',
    },
    PAYMENTS_SILENT: {
      title: 'A payment has been without word for {minutes} minutes',
      advice:
        '{payments} payments wait. Look whether the provider can reach the call-back address and whether it answers when it is asked.',
    },
    LEDGER_UNBALANCED: {
      title: 'The ledger does not balance',
      advice: 'Run "npm run ledger:check" for what was found, and change nothing before you know.',
    },
    AUDIT_BROKEN: {
      title: 'The audit log was changed outside the product',
      advice:
        'Run "npm run audit:check" to see which entry no longer fits, keep a copy of the database, and find out who had access to it.',
    },
    DISK_LOW: {
      title: 'Only {percent}% of the disk is free',
      advice:
        'When it is full nothing is accepted any more. Make room, shorten what is kept, or give it a larger disk.',
    },
    BACKUP_OLD: {
      title: 'The last whole back-up is {hours} hours old',
      advice: 'Make one by hand and look why the usual one was not made.',
    },
    PROCESS_SILENT: {
      title: 'The process {subject} is silent',
      advice:
        'It has said nothing for {seconds} seconds. Look whether it runs and whether it reaches the database.',
    },
    SALE_BELOW_COST: {
      title: 'Messages are sold below cost',
      advice:
        'Prices below cost: {prices}, clients: {clients}, among them {example}. Compare them on the rates screen with the price of the seller and the cost of the connector, then raise the price or change the route. Audit log entries show who set it.',
    },
    TEST: {
      title: 'A test alert',
      advice: 'Somebody asked for it on the status page. Nothing is wrong.',
    },
  },
  pt: {
    noneStarted: 'Nenhum processo {subject} arrancou',
    CONNECTOR_DOWN: {
      title: 'O conector {subject} não está ligado há {minutes} minutos',
      advice:
        'A sua página diz porque falhou a última tentativa. As mensagens que nenhuma outra rota leva esperam na fila.',
    },
    QUEUE_OLD: {
      title: 'A mensagem mais antiga espera há {minutes} minutos',
      advice:
        'Esperam {queued} mensagens. Veja se os conectores estão ligados e se o que é entregue não excede o que eles levam.',
    },
    RECEIPTS_MISSING: {
      title: 'O conector {subject} traz poucos recibos',
      advice:
        'Aceitou {taken} partes de mensagens numa hora e trouxe {receipts} recibos. Pergunte à operadora; até lá as mensagens ficam como "submetidas".',
    },
    OUTBOX_STUCK: {
      title: 'O que devia sair como {subject} está vencido há {minutes} minutos',
      advice: 'Esperam {waiting}. Veja o worker e o seu registo.',
    },
    PAYMENTS_SILENT: {
      title: 'Um pagamento está sem notícia há {minutes} minutos',
      advice:
        'Esperam {payments} pagamentos. Veja se o fornecedor alcança o endereço de retorno e se responde quando se lhe pergunta.',
    },
    LEDGER_UNBALANCED: {
      title: 'As contas não batem certo',
      advice:
        'Execute "npm run ledger:check" para ver o que foi encontrado, e não mude nada antes de saber.',
    },
    AUDIT_BROKEN: {
      title: 'O registo de auditoria foi alterado fora do produto',
      advice:
        'Execute "npm run audit:check" para ver que entrada já não confere, guarde uma cópia da base de dados e apure quem teve acesso a ela.',
    },
    DISK_LOW: {
      title: 'Só {percent}% do disco está livre',
      advice:
        'Quando estiver cheio nada mais é aceite. Liberte espaço, encurte o que se guarda ou dê-lhe um disco maior.',
    },
    BACKUP_OLD: {
      title: 'A última cópia de segurança completa tem {hours} horas',
      advice: 'Faça uma à mão e veja porque não foi feita a habitual.',
    },
    PROCESS_SILENT: {
      title: 'O processo {subject} está em silêncio',
      advice:
        'Não diz nada há {seconds} segundos. Veja se está a correr e se alcança a base de dados.',
    },
    SALE_BELOW_COST: {
      title: 'Há mensagens vendidas abaixo do custo',
      advice:
        'Preços abaixo do custo: {prices}, clientes: {clients}, entre eles {example}. Compare-os, no ecrã das tarifas, com o preço do vendedor e com o custo do conector; depois suba o preço ou mude a rota. O registo de auditoria mostra quem o definiu.',
    },
    TEST: {
      title: 'Um alerta de teste',
      advice: 'Alguém o pediu na página de estado. Nada está errado.',
    },
  },
};

/** The title of an alert, and what to do about it. */
export function sayAlert(
  language: Language,
  kind: AlertKind,
  subject: string,
  facts: Readonly<Record<string, number | string>>,
): Said {
  const { title, advice } = words[language][kind];
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      name === 'subject' ? subject : String(facts[name] ?? whole),
    );
  if (kind === 'PROCESS_SILENT' && facts['seconds'] === undefined)
    return { title: fill(words[language].noneStarted), advice: '' };
  return { title: fill(title), advice: fill(advice) };
}
