import { useTranslation } from 'react-i18next';
import type { Task } from '../../contract/tasks.ts';
import { en } from '../words/en.ts';

type Known = keyof typeof en.tasks.kinds;
const isKnown = (kind: string): kind is Known => Object.hasOwn(en.tasks.kinds, kind);

/** What a background task does, in words, and to what. */
export function useTaskName(): (task: Task) => string {
  const { t } = useTranslation();
  return ({ kind, description }) => (isKnown(kind) ? t(`tasks.kinds.${kind}`, { name: description }) : description);
}
