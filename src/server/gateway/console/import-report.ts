/** The kinds of line in an import's report. */

type Kind = 'taken' | 'changed' | 'refused';

export type ReportLine = (
  kind: Kind,
  entity: string,
  id: string,
  line: number | null,
  message: string,
) => void;
