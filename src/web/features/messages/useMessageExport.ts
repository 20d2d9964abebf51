import { useTranslation } from 'react-i18next';
import type { Endpoint, Input } from '../../../contract/endpoint.ts';
import { MOST_EXPORTED } from '../../../contract/api/messages.ts';
import { download } from '../../api/call.ts';
import type { WholeExport } from '../../ui/data-table/props.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

/** All messages that match the filters, as a CSV file. */
export function useMessageExport<E extends Endpoint>(endpoint: E, input: Input<E>): WholeExport {
  const { t } = useTranslation();
  const { number } = useFormat();
  return {
    label: t('messages.export'),
    help: t('messages.exportHelp', { most: number(MOST_EXPORTED) }),
    run: () => download(endpoint, input, 'messages.csv'),
  };
}
