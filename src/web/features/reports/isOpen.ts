import type { Report } from '../../../contract/api/reports.ts';

/** True while a report is pending. */
export const isOpen = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'PENDING' || status === 'PROCESSING';
