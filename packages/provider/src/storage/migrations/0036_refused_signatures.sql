-- A contract may say that it no longer signs an order, by its code alone: `fact` is 'signed' and `value` 0 in such a reading.
-- No event tells of it, and every status of an order that a contract signed asks for it.
create index fact_readings_refused on fact_readings (chain_id, subject) where fact = 'signed' and value = 0;
