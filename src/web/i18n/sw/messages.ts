import type { messages as english } from '../en/messages.ts';
import type { Partially } from '../translation.ts';

/** The texts of messages that a campaign shows: why some failed, and what to do. */
export const messages: Partially<typeof english> = {
  messages: {
    ownCampaign: 'Kampeni hii',
    due: 'Wakati wake',
    advice: {
      AMBIGUOUS: {
        title: 'Mtoa huduma hajauthibitisha',
        text: 'Muunganisho ulikatika kabla mtoa huduma hajajibu. Uthibitisho wa kufika utaukamilisha, au uniti zake zitarudishwa, kwa kawaida baada ya dakika thelathini.',
      },
      UNDELIVERABLE: {
        title: 'Mtoa huduma hakuweza kuufikisha',
        text: 'Huenda namba haitumiki au haiwezi kupokea SMS. Iangalie, na uiondoe kwenye orodha yako ikishindwa tena.',
      },
      AbsentSubscriber: {
        title: 'Simu ilikuwa imezimwa au haipatikani',
        text: 'Namba ni sahihi. Tuma tena wakati mwingine wa siku.',
      },
      DeliveryImpossible: {
        title: 'Mtoa huduma hawezi kufikisha kwa namba hii',
        text: 'Imezuiwa au haipo. Iangalie, na uiondoe kwenye orodha yako.',
      },
      NetworkFailure: {
        title: 'Mtandao wa simu ulikuwa na hitilafu',
        text: 'Namba haina tatizo. Tuma tena baada ya muda.',
      },
      SenderNameBlacklisted: {
        title: 'Mtu huyu amezuia jumbe za jina hili la mtumaji',
        text: 'Anaweza kuondoa zuio kwa mtoa huduma wake. Usijaribu kwa jina lingine la mtumaji.',
      },
      EXPIRED: {
        title: 'Haukuweza kufika kwa wakati',
        text: 'Simu ilikuwa imezimwa au haipatikani kwa muda wote ambao ujumbe ulikuwa halali. Tuma tena ikiwa bado unahitajika.',
      },
      NO_RECEIPT: {
        title: 'Mtoa huduma hakutuma uthibitisho wa kufika',
        text: 'Huenda umefika. Muulize mpokeaji kabla ya kuutuma tena.',
      },
      UNRESOLVED: {
        title: 'Mtoa huduma hakuuthibitisha kamwe',
        text: 'Uniti zake zilirudishwa. Huenda bado ulifika: muulize mpokeaji kabla ya kuutuma tena.',
      },
      REJECTED: {
        title: 'Mtoa huduma aliukataa',
        text: 'Kwa kawaida jina la mtumaji halijasajiliwa kwa mtandao huu, au namba si sahihi. Angalia vyote viwili. Vikiwa sahihi, mpe kitambulisho cha ujumbe mtu anayesimamia akaunti yako.',
      },
      FAILED: {
        title: 'Haukuweza kuwasilishwa',
        text: 'Uniti zake zilirudishwa. Utume tena. Ukishindwa tena, mpe kitambulisho cha ujumbe mtu anayesimamia akaunti yako.',
      },
      NO_ROUTE: {
        title: 'Hakuna njia ya kufikia namba hii',
        text: 'Uniti zake zilirudishwa. Muulize mtu anayesimamia akaunti yako kama nchi na mtandao huu vinahudumiwa.',
      },
      UNKNOWN: {
        title: 'Mtoa huduma hajui matokeo',
        text: 'Huenda umefika. Muulize mpokeaji kabla ya kuutuma tena.',
      },
      CANCELLED: {
        title: 'Ulighairiwa kabla ya kuwasilishwa',
        text: 'Hakuna kilichotumwa, na uniti zake zilirudishwa.',
      },
    },
  },
};
