import type { Language } from '@sluice/react'

/** Messages about auctions, in the folder of the parts that show them: most tokens have no auction. */
type AuctionMessages = {
  readonly auction: string
  /** Before a time from now, such as "in 2 days". */
  readonly ends: string
  /** Before a time that has passed. */
  readonly ended: string
  readonly bidder: string
  /** Before the lowest amount of the next offer. */
  readonly next: string
  readonly bindsNobody: string
}

export const auctionMessages: Readonly<Record<Language, AuctionMessages>> = {
  ar: {
    auction: 'مزاد',
    ends: 'ينتهي المزاد',
    ended: 'انتهى المزاد',
    bidder: 'صاحب أفضل عرض',
    next: 'العرض التالي من',
    bindsNobody: 'الإعلان لا يُلزم أحدًا: للبائع أن يقبل عرض الشراء أو يرفضه.',
  },
  de: {
    auction: 'Auktion',
    ends: 'Auktion endet',
    ended: 'Auktion beendet',
    bidder: 'Höchstbietend',
    next: 'Nächstes Gebot ab',
    bindsNobody: 'Die Ankündigung bindet niemanden: Ob ein Gebot angenommen wird, entscheidet, wer verkauft.',
  },
  en: {
    auction: 'Auction',
    ends: 'Auction ends',
    ended: 'Auction ended',
    bidder: 'Best bidder',
    next: 'Next offer from',
    bindsNobody: 'The announcement is not binding: the seller chooses whether to accept an offer.',
  },
  es: {
    auction: 'Subasta',
    ends: 'La subasta termina',
    ended: 'La subasta terminó',
    bidder: 'Mejor postor',
    next: 'Próxima oferta desde',
    bindsNobody: 'El anuncio no compromete a nadie: quien vende decide si acepta una oferta.',
  },
  fr: {
    auction: 'Enchère',
    ends: 'Fin de l’enchère',
    ended: 'Enchère terminée',
    bidder: 'Meilleur enchérisseur',
    next: 'Prochaine offre dès',
    bindsNobody: 'L’annonce n’engage personne : le vendeur choisit d’accepter une offre ou non.',
  },
  ja: {
    auction: 'オークション',
    ends: 'オークション終了まで',
    ended: 'オークション終了',
    bidder: '最高入札者',
    next: '次のオファーの下限',
    bindsNobody: 'この告知に拘束力はありません。オファーを承諾するかどうかは売り手が決めます。',
  },
  ko: {
    auction: '경매',
    ends: '경매 종료',
    ended: '경매 종료됨',
    bidder: '최고 제안자',
    next: '다음 제안 하한',
    bindsNobody: '이 공지는 구속력이 없습니다. 제안을 수락할지는 판매자가 정합니다.',
  },
  pt: {
    auction: 'Leilão',
    ends: 'O leilão termina',
    ended: 'O leilão terminou',
    bidder: 'Melhor licitante',
    next: 'Próxima oferta a partir de',
    bindsNobody: 'O anúncio não compromete ninguém: quem vende decide se aceita uma oferta.',
  },
  zh: {
    auction: '拍卖',
    ends: '拍卖截止',
    ended: '拍卖已结束',
    bidder: '最高出价者',
    next: '下次报价不低于',
    bindsNobody: '此公告对任何人均无约束力：是否接受报价由卖家决定。',
  },
}
