import InvoiceIcon from '@mui/icons-material/DescriptionOutlined';
import TruthIcon from '@mui/icons-material/FactCheckOutlined';
import RatesIcon from '@mui/icons-material/PriceChangeOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import { useTranslation } from 'react-i18next';
import { reachOf, type Permission } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { MoreMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';

/** The way from the movements to the other screens of the wallet, and to a statement. */
export function WalletMenu({ onStatement }: { onStatement(): void }) {
  const { t } = useTranslation();
  const me = useMe();
  const may = (permission: Permission) => reachOf(me.clientAccessLevel, permission) !== undefined;
  const actions: RowAction[] = [
    ...(may('platform.read')
      ? [
          {
            key: 'truth',
            label: t('wallet.truth.title'),
            icon: <TruthIcon />,
            to: '/dashboard/purchases/payments',
          },
        ]
      : []),
    ...(may('rates.read') && !may('rates.update')
      ? [
          {
            key: 'rates',
            label: t('wallet.rates.title'),
            icon: <RatesIcon />,
            to: '/dashboard/purchases/rates',
          },
        ]
      : []),
    {
      key: 'invoices',
      label: t('wallet.invoices.title'),
      icon: <InvoiceIcon />,
      to: '/dashboard/purchases/invoices',
    },
    {
      key: 'statement',
      label: t('wallet.statement.button'),
      icon: <ReceiptIcon />,
      act: onStatement,
    },
  ];
  return <MoreMenu actions={actions} />;
}
