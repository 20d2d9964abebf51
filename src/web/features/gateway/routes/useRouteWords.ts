import { useTranslation } from 'react-i18next';
import { MO_ROUTE_TYPES, MT_ROUTE_TYPES } from '../../../../contract/api/routes.ts';

const TYPES = [...MT_ROUTE_TYPES, ...MO_ROUTE_TYPES];

/** Kinds of routes in words. */
export function useRouteWords() {
  const { t } = useTranslation();
  return {
    typeWord(type: string): string {
      const known = TYPES.find((each) => each === type);
      return known ? t(`gateway.routes.types.${known}`) : type;
    },
  };
}
