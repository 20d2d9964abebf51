import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MO_ROUTE_TYPES, MT_ROUTE_TYPES } from '../../../contract/api/routes.ts';
import type { Explanation } from '../../../contract/api/gateway-config.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { useTargetWords } from './useTargetWords.ts';
import { Rows } from '../../ui/layout.tsx';

const TYPES = [...MT_ROUTE_TYPES, ...MO_ROUTE_TYPES];

/** Each route that was tried with the filter that refused it, then the chosen route with its target. */
export function ExplanationView({ explanation }: { explanation: Explanation | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const targetWords = useTargetWords();
  if (!explanation)
    return <Typography color="textSecondary">{t('gateway.simulate.nothingYet')}</Typography>;
  const typeWord = (type: string | null) => {
    const known = TYPES.find((each) => each === type);
    return known ? t(`gateway.routes.types.${known}`) : (type ?? DASH);
  };
  const { tried, routeId, order, type, connectors, targets, version } = explanation;
  return (
    <Rows>
      {routeId === null ? (
        <Alert severity="warning">{t('gateway.simulate.noRoute')}</Alert>
      ) : (
        <Alert severity="success">
          {t('gateway.simulate.taken', { order: number(order ?? 0), type: typeWord(type) })}{' '}
          {version === null
            ? t('gateway.simulate.ofDraft')
            : t('gateway.simulate.ofVersion', { version: number(version) })}
        </Alert>
      )}
      {connectors.length > 0 && (
        <Table size="small" aria-label={t('gateway.routes.connectors')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('gateway.routes.connector')}</TableCell>
              <TableCell>{t('gateway.simulate.serves')}</TableCell>
              <TableCell align="right">{t('gateway.simulate.weight')}</TableCell>
              <TableCell align="right">{t('gateway.simulate.cost')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {connectors.map((each) => (
              <TableRow key={each.cid}>
                <TableCell component="th" scope="row">
                  {each.cid}
                  {each.chosen ? ` (${t('gateway.simulate.chosen')})` : ''}
                </TableCell>
                <TableCell>
                  {each.serves
                    ? t('gateway.simulate.yes')
                    : each.live
                      ? t('gateway.simulate.standby')
                      : t('gateway.simulate.down')}
                </TableCell>
                <TableCell align="right">{each.weight ?? DASH}</TableCell>
                <TableCell align="right">{each.cost ?? DASH}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {targets.length > 0 && (
        <Box component="ol" sx={{ m: 0, pl: 5 }}>
          {targets.map((target) => (
            <li key={JSON.stringify(target)}>{targetWords(target)}</li>
          ))}
        </Box>
      )}
      <Box>
        <Typography variant="subtitle1" component="h3" sx={{ mb: 1 }}>
          {t('gateway.simulate.tried')}
        </Typography>
        <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
          {tried.map((route) => (
            <li key={route.routeId}>
              {t('gateway.simulate.route', {
                order: number(route.order),
                type: typeWord(route.type),
              })}{' '}
              <Typography component="span" color="textSecondary">
                {route.refusedBy === null
                  ? t('gateway.simulate.allMatched')
                  : `${t('gateway.simulate.refused', { name: route.refusedBy })} ${route.reason ?? ''}`}
              </Typography>
            </li>
          ))}
        </Box>
      </Box>
    </Rows>
  );
}
