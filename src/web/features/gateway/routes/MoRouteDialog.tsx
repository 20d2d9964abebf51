import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectors } from '../../../../contract/api/connectors.ts';
import {
  MO_ROUTE_TYPES,
  moRoutes,
  MOST_TARGETS,
  type MoRoute,
  type MoRouteType,
} from '../../../../contract/api/routes.ts';
import { useAll, useSend } from '../../../parts/queries.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { MoTargetRow } from './MoTargetRow.tsx';
import { draftOfTarget, INBOX, targetOf, type TargetDraft } from './moTargets.ts';
import { RouteForm } from './RouteForm.tsx';
import { DRAFTED } from '../versions/stale.ts';
import { changedChoices, choicesOf } from './routeChoices.ts';
import { useTargetWords } from './useTargetWords.ts';
import { Rows } from '../../../ui/page/layout.tsx';

/** Makes or changes a route of messages from phones. */
export function MoRouteDialog({
  route,
  first,
  onClose,
}: {
  route: MoRoute | null;
  first?: MoRouteType | undefined;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const targetWords = useTargetWords();
  const [drafts, setDrafts] = useState<TargetDraft[]>(route?.targets.map(draftOfTarget) ?? [INBOX]);
  const [missing, setMissing] = useState(false);
  const http = useAll(connectors.listHttp, 'httpConnectors', {});
  const options = {
    changes: DRAFTED,
    done: ({ order }: MoRoute) => {
      toast.success(t('gateway.drafted', { name: String(order) }));
      onClose();
    },
    failed: () => undefined,
  };
  const create = useSend(moRoutes.create, options);
  const update = useSend(moRoutes.update, options);
  const change = (at: number, to: Partial<TargetDraft>) => {
    setMissing(false);
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...to } : draft)));
  };
  const nameOf = (draft: TargetDraft) => {
    const target = targetOf(draft);
    return target
      ? targetWords({ ...target, clientName: draft.client?.clientName })
      : t(`gateway.targetKinds.${draft.kind}`);
  };

  return (
    <RouteForm
      direction="MO"
      route={route}
      types={MO_ROUTE_TYPES}
      first={first}
      leadsTo={drafts.map(nameOf)}
      failure={create.error ?? update.error}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={({ type, order, ...choices }) => {
        const targets = drafts.map(targetOf).filter((target) => target !== undefined);
        setMissing(targets.length < drafts.length);
        if (targets.length < drafts.length) return;
        const given = {
          ...choices,
          type: type as MoRouteType,
          targets,
          ...(order !== undefined && { order }),
        };
        if (route)
          update.mutate({
            routeId: route.routeId,
            ...changedChoices(given, {
              ...choicesOf(route),
              type: route.type,
              targets: route.targets.map(draftOfTarget).flatMap((each) => targetOf(each) ?? []),
            }),
          });
        else create.mutate(given);
      }}
    >
      {(errors, type) => (
        <Rows role="group" aria-labelledby="targets-label" id="targets" tabIndex={-1} gap={4}>
          <FormLabel id="targets-label">{t('gateway.routes.targets')}</FormLabel>
          {drafts.map((draft, at) => (
            // Rows have no names of their own and are only ever added at the end or taken away.
            <MoTargetRow
              // oxlint-disable-next-line no-array-index-key
              key={at}
              at={at}
              draft={draft}
              httpCids={(http.data?.httpConnectors ?? []).map(({ cid }) => cid)}
              onChange={(to) => change(at, to)}
              removal={
                drafts.length > 1
                  ? {
                      label: t('gateway.routes.removeTarget', { name: nameOf(draft) }),
                      remove: () => setDrafts(drafts.filter((_each, index) => index !== at)),
                    }
                  : undefined
              }
            />
          ))}
          {(missing || errors['targets']) && (
            <FormHelperText error role="alert">
              {errors['targets'] ?? t('gateway.routes.targetMissing')}
            </FormHelperText>
          )}
          {type !== 'StaticMORoute' && type !== 'DefaultRoute' && drafts.length < MOST_TARGETS && (
            <Box>
              <Button
                size="small"
                startIcon={<AddIcon />}
                onClick={() =>
                  setDrafts([...drafts, { ...INBOX, kind: drafts.at(-1)?.kind ?? 'INBOX' }])
                }
              >
                {t('gateway.routes.addTarget')}
              </Button>
            </Box>
          )}
        </Rows>
      )}
    </RouteForm>
  );
}
