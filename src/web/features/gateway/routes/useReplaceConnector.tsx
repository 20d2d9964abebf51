import SwapIcon from '@mui/icons-material/SwapHoriz';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mtRoutes, type MtRoute } from '../../../../contract/api/routes.ts';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { ReviewDialog } from '../versions/ReviewDialog.tsx';
import { DRAFTED } from '../versions/stale.ts';
import { useCarriers } from '../useCarrierConnectors.ts';

type Place = { route: MtRoute; cid: string; anchor: HTMLElement };

/**
 * Puts another connector in the place of one of a route: a button for each, one menu for all of them,
 * and then the review of the draft, whose button puts it into force.
 */
export function useReplaceConnector(): {
  button(route: MtRoute, cid: string): ReactNode;
  layers: ReactNode;
} {
  const { t } = useTranslation();
  const { number } = useFormat();
  // The place stays while the menu closes, so that it does not empty before it is gone.
  const [place, setPlace] = useState<Place | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const update = useSend(mtRoutes.update, {
    changes: DRAFTED,
    done: () => setReviewing(true),
  });
  const replace = ({ route, cid }: Place, other: string) => {
    setOpen(false);
    const connectors = route.connectors.map((each) => (each.cid === cid ? other : each.cid));
    update.mutate({ routeId: route.routeId, connectors });
  };
  return {
    button: (route, cid) => (
      <IconButton
        size="small"
        title={t('routing.swap')}
        aria-haspopup="menu"
        aria-label={t('gateway.routes.replace', { name: cid, order: number(route.order) })}
        disabled={update.isPending}
        onClick={(event) => {
          setPlace({ route, cid, anchor: event.currentTarget });
          setOpen(true);
        }}
        sx={{
          p: '3px',
          mr: -1,
          // A finger needs more than the pill is high.
          '&::after': { content: '""', position: 'absolute', inset: '-3px -9px' },
        }}
      >
        <SwapIcon sx={{ fontSize: 18 }} />
      </IconButton>
    ),
    layers: (
      <>
        {place && (
          <ReplaceMenu
            place={place}
            isOpen={isOpen}
            onChoose={(other) => replace(place, other)}
            onClose={() => setOpen(false)}
          />
        )}
        {isReviewing && <ReviewDialog onClose={() => setReviewing(false)} />}
      </>
    ),
  };
}

/** The connectors that may take a connector's place: those that the route does not have yet. */
function ReplaceMenu({
  place: { route, cid, anchor },
  isOpen,
  onChoose,
  onClose,
}: {
  place: Place;
  isOpen: boolean;
  onChoose(other: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const { carriers, isLoading } = useCarriers();
  const others = carriers.filter(({ name }) => route.connectors.every((each) => each.cid !== name));
  return (
    <Menu anchorEl={anchor} open={isOpen} onClose={onClose}>
      <ListSubheader role="presentation">
        {t('gateway.routes.replaceWith', { name: cid })}
      </ListSubheader>
      {others.map(({ name, text }) => (
        <MenuItem key={name} onClick={() => onChoose(name)}>
          {name}
          <Typography variant="body2" component="span" color="textSecondary" sx={{ ml: 2 }}>
            {text}
          </Typography>
        </MenuItem>
      ))}
      {others.length === 0 && (
        <MenuItem disabled>{t(isLoading ? 'loading' : 'gateway.noneToChoose')}</MenuItem>
      )}
    </Menu>
  );
}
