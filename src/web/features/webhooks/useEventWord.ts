import { useTranslation } from 'react-i18next';
import { TEST_EVENT, WEBHOOK_EVENTS } from '../../../contract/api/webhooks.ts';

/** The label of an event; an unknown one is shown unchanged. */
export function useEventWord(): (event: string) => string {
  const { t } = useTranslation();
  return (event) => {
    const known = [...WEBHOOK_EVENTS, TEST_EVENT].find((each) => each === event);
    return known === undefined ? event : t(`webhooks.events.${known}`);
  };
}
