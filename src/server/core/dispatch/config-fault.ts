/** Why a filter, a route or a configuration cannot be used, or is odd: a code with its sentences for people. */
import type { Language } from '../../infra/words.ts';

const en = {
  PATTERN_LENGTH: 'A pattern has 1 to {most} characters.',
  PATTERN_REPEATS: 'The counted repetitions of this pattern multiply to {count}; at most {most}.',
  PATTERN_SIZE:
    'This pattern is too large: {size} steps, at most {most}. Shorten it or its repetitions.',
  PATTERN_WRONG: 'This pattern cannot be read: {reason}.',
  EXPRESSION_LENGTH: 'An expression has 1 to {most} characters.',
  EXPRESSION_WRONG: 'This expression cannot be used: {reason}.',
  EXPRESSION_TYPE: 'An expression must be true or false, and this one is {type}.',
  EXPRESSION_CLOSED: '{name} cannot be used in an expression.',
  EXPRESSION_LOOP:
    'exists and all go through tags alone, not inside each other: tags.exists(tag, tag == "vip").',
  EXPRESSION_TEXT:
    'Inside exists and all, the text cannot be read, and matches() is of {name} alone.',
  EXPRESSION_MATCHES:
    'Write .matches("...") with its pattern in quotes, right after the text that it looks at.',
  FILTER_TYPE: 'There is no type {type}.',
  FILTER_UNKNOWN: '{type} has no {name}.',
  FILTER_MISSING: '{name} is missing.',
  NOT_A_NAME: 'This is not {what}.',
  INTERVAL: 'Two values joined by a semicolon, such as {example}.',
  INTERVAL_ORDER: 'The second date is before the first.',
  ROUTE_TYPE: 'There is no type {type} of {direction} routes.',
  ORDER_DEFAULT: 'The default route has order 0, and only it.',
  DEFAULT_FILTERS: 'The default route takes everything, so it has no filters.',
  NO_FILTER: 'There is no filter {name}.',
  FILTER_DIRECTION: '{name} is a {type}, which cannot be asked about {direction} messages.',
  COUNT_ONE: 'It takes exactly one.',
  COUNT: 'It takes {least} to {most}.',
  TWICE: 'One of them is named twice.',
  NO_CONNECTOR: 'There is no connector {name}.',
  CONNECTOR_MT: '{name} is an HTTP connector: it only takes messages from phones.',
  CONNECTOR_MO: '{name} is not an HTTP connector.',
  FAILOVER_KINDS: 'A failover of messages from phones goes through targets of one kind.',
  WEIGHTS_TYPE: 'Only round robins have weights.',
  WEIGHTS_COUNT: 'Give {count} weights, one for each.',
  ORDER_TAKEN: 'There is a route with order {order} already.',
  NO_DEFAULT_ROUTE:
    'There is no default route of {direction} messages: what no other route takes is {fate}.',
  FATE_MT: 'refused',
  FATE_MO: 'kept for the owner of the number',
  UNREACHABLE: 'Nothing gets to this route: {other} takes all that it would.',
  FILTER_UNUSED: 'No route uses this filter.',
  CONNECTOR_UNREACHED: 'No route leads to this connector.',
  CONNECTOR_STOPPED: 'Its connector {name} is stopped: messages wait.',
  ALL_STOPPED: 'All its connectors are stopped: messages wait.',
  CONNECTOR_MISSING: 'Its connector {name} was deleted.',
  TARGET_MISSING: 'Its target {name} does not exist.',
  FILTER_NAMES_NOBODY: 'It names {name}, which does not exist.',
  DATES_PAST: 'Its last day is over, so it matches no longer.',
  INVALID: '{reason}',
  SAYS_NO: '{wanted} says no to "{value}".',
  SAYS_YES: '{wanted} says yes to "{value}".',
  SAYS_YES_ALL: 'It says yes to every message.',
  NO_KEYWORD: 'The text begins with none of its keywords.',
} as const;
export type Fault = keyof typeof en;

const pt: Record<Fault, string> = {
  PATTERN_LENGTH: 'Um padrão tem de 1 a {most} caracteres.',
  PATTERN_REPEATS:
    'As repetições contadas deste padrão multiplicam-se até {count}; no máximo {most}.',
  PATTERN_SIZE:
    'Este padrão é demasiado grande: {size} passos, no máximo {most}. Encurte-o ou reduza as repetições.',
  PATTERN_WRONG: 'Não é possível ler este padrão: {reason}.',
  EXPRESSION_LENGTH: 'Uma expressão tem de 1 a {most} caracteres.',
  EXPRESSION_WRONG: 'Não é possível usar esta expressão: {reason}.',
  EXPRESSION_TYPE: 'Uma expressão tem de ser verdadeira ou falsa, e esta é {type}.',
  EXPRESSION_CLOSED: '{name} não pode ser usado numa expressão.',
  EXPRESSION_LOOP:
    'exists e all percorrem apenas tags, e nunca um dentro do outro: tags.exists(tag, tag == "vip").',
  EXPRESSION_TEXT: 'Dentro de exists e all não se lê o texto, e matches() é só de {name}.',
  EXPRESSION_MATCHES:
    'Escreva .matches("...") com o padrão entre aspas, logo a seguir ao texto que analisa.',
  FILTER_TYPE: 'Não existe o tipo {type}.',
  FILTER_UNKNOWN: '{type} não tem {name}.',
  FILTER_MISSING: 'Falta {name}.',
  NOT_A_NAME: 'Isto não é {what}.',
  INTERVAL: 'Dois valores unidos por ponto e vírgula, por exemplo {example}.',
  INTERVAL_ORDER: 'A segunda data é anterior à primeira.',
  ROUTE_TYPE: 'Não existe o tipo {type} de rotas {direction}.',
  ORDER_DEFAULT: 'A rota por omissão tem a ordem 0, e só ela.',
  DEFAULT_FILTERS: 'A rota por omissão aceita tudo, por isso não tem filtros.',
  NO_FILTER: 'Não existe o filtro {name}.',
  FILTER_DIRECTION: '{name} é um {type}, que não se aplica a mensagens {direction}.',
  COUNT_ONE: 'Leva exatamente um.',
  COUNT: 'Leva de {least} a {most}.',
  TWICE: 'Um deles aparece duas vezes.',
  NO_CONNECTOR: 'Não existe o conector {name}.',
  CONNECTOR_MT: '{name} é um conector HTTP: só recebe mensagens vindas de telefones.',
  CONNECTOR_MO: '{name} não é um conector HTTP.',
  FAILOVER_KINDS:
    'Uma alternativa de mensagens vindas de telefones percorre destinos de um só tipo.',
  WEIGHTS_TYPE: 'Só as distribuições por turnos têm pesos.',
  WEIGHTS_COUNT: 'Indique {count} pesos, um para cada.',
  ORDER_TAKEN: 'Já existe uma rota com a ordem {order}.',
  NO_DEFAULT_ROUTE:
    'Não há rota por omissão de mensagens {direction}: o que nenhuma outra rota aceita é {fate}.',
  FATE_MT: 'recusado',
  FATE_MO: 'guardado para o dono do número',
  UNREACHABLE: 'Nada chega a esta rota: {other} aceita tudo o que seria dela.',
  FILTER_UNUSED: 'Nenhuma rota usa este filtro.',
  CONNECTOR_UNREACHED: 'Nenhuma rota leva a este conector.',
  CONNECTOR_STOPPED: 'O seu conector {name} está parado: as mensagens esperam.',
  ALL_STOPPED: 'Todos os seus conectores estão parados: as mensagens esperam.',
  CONNECTOR_MISSING: 'O seu conector {name} foi eliminado.',
  TARGET_MISSING: 'O seu destino {name} não existe.',
  FILTER_NAMES_NOBODY: 'Refere {name}, que não existe.',
  DATES_PAST: 'O último dia já passou, por isso já não corresponde a nada.',
  INVALID: '{reason}',
  SAYS_NO: '{wanted} diz não a "{value}".',
  SAYS_YES: '{wanted} diz sim a "{value}".',
  SAYS_YES_ALL: 'Diz sim a todas as mensagens.',
  NO_KEYWORD: 'O texto não começa por nenhuma das suas palavras-chave.',
};

/** The sentence of a fault in a language. */
export function faultText(
  language: Language,
  fault: Fault,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return (language === 'pt' ? pt : en)[fault].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/** Thrown by the rules for what cannot be used; edges tell it at the field, in the caller's language. */
export class Unusable extends Error {
  readonly fault: Fault;
  readonly values: Readonly<Record<string, string | number>>;
  /** Location of the fault: `filter f1`, `MT route 10`; empty for a thing by itself. */
  readonly where: string;

  constructor(fault: Fault, values: Readonly<Record<string, string | number>> = {}, where = '') {
    super(`${where === '' ? '' : `${where}: `}${faultText('en', fault, values)}`);
    this.fault = fault;
    this.values = values;
    this.where = where;
  }

  in(language: Language): string {
    return `${this.where === '' ? '' : `${this.where}: `}${faultText(language, this.fault, this.values)}`;
  }

  at(where: string): Unusable {
    return new Unusable(this.fault, this.values, where);
  }
}
