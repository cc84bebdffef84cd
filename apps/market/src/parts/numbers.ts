const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** A number as people write it; large ones short. */
export const formatNumber = (value: number): string => (value >= 100_000 ? short : plain).format(value)
