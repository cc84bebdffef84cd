-- What the chain said is filled of an order, or that it is cancelled, counts in its status until events say the same. Few
-- orders have such a reading, and every status asks for it.
create index fact_readings_orders on fact_readings (chain_id, subject) where fact in ('filled', 'cancelled') and value is not null;
