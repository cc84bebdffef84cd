export { OrderPrice as MovingPrice } from '@sluice/react/components'
