import { useTranslation } from 'react-i18next';
import type { Task } from '../../contract/api/tasks.ts';
import { en } from '../i18n/en.ts';
import { useFormat } from '../ui/figures/figures.tsx';

type Known = keyof typeof en.tasks.kinds;
const isKnown = (kind: string): kind is Known => Object.hasOwn(en.tasks.kinds, kind);

/** The label of a background task and its object. */
export function useTaskName(): (task: Task) => string {
  const { t } = useTranslation();
  return ({ kind, description }) =>
    isKnown(kind) ? t(`tasks.kinds.${kind}`, { name: description }) : description;
}

/** The result of a task in words: its output, its failure, or the reason of its wait. */
export function useTaskResult(): (task: Task) => string {
  const { t } = useTranslation();
  const { rows, number } = useFormat();
  return ({ kind, status, error, result, running, stopRequested }) => {
    if (status === 'PENDING')
      return t(stopRequested ? 'tasks.stopping' : running ? 'tasks.working' : 'tasks.waiting');
    if (status === 'CANCELED') return t('tasks.canceled');
    if (status === 'FAILED') return error ?? '';
    const count = (name: string) => rows(Number(result?.[name] ?? 0));
    const people = Number(result?.['contacts'] ?? 0);
    const words = {
      rows: count('rows'),
      entries: count('entries'),
      fresh: String(result?.['new'] ?? 0),
      contacts: t('tasks.contacts', { count: people, value: number(people) }),
    };
    if (kind === 'deleteGroup' && result?.['deleted'] === true)
      return t('tasks.done.deleteGroupContacts', words);
    if (kind === 'checkAudit' && result?.['ok'] === false) return t('tasks.done.checkAuditBroken');
    return isKnown(kind) ? t(`tasks.done.${kind}`, words) : t('tasks.done.other');
  };
}

/** The screen of a task's campaign, report, import or remaining group. */
export function taskPage({
  kind,
  status,
  result,
}: Pick<Task, 'kind' | 'status' | 'result'>): string | undefined {
  const [campaign, report, brought, group] = [
    result?.['campaignId'],
    result?.['reportId'],
    result?.['importId'],
    result?.['groupId'],
  ];
  if (typeof group === 'string' && !(kind === 'deleteGroup' && status === 'COMPLETED'))
    return `/dashboard/manage-contact-group/${group}`;
  if (typeof campaign === 'string') return `/dashboard/campaigns/${campaign}`;
  if (typeof report === 'string') return `/dashboard/reports/download-report?report=${report}`;
  if (typeof brought !== 'string') return undefined;
  return kind === 'importPlaysms'
    ? `/dashboard/clients/playsms?import=${brought}`
    : `/dashboard/contacts/import?import=${brought}`;
}
