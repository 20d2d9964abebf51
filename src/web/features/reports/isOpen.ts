import type { Report } from '../../../contract/api/reports.ts';

/** Whether a report is still to be made. */
export const isOpen = ({ status }: Pick<Report, 'status'>): boolean =>
  status === 'PENDING' || status === 'PROCESSING';
