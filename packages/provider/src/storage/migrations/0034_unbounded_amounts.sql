-- A contract may say anything in its events: nine times the largest amount, added up for one account, are more than
-- numeric(78) takes. A column without a bound has the same rows as before, so that nothing is written anew.
alter table ownerships alter column amount type numeric;

-- No account has more of a currency than 2^256 - 1, and no client reads more as an amount.
update fills set price = 115792089237316195423570985008687907853269984665640564039457584007913129639935
  where price > 115792089237316195423570985008687907853269984665640564039457584007913129639935;

-- Names that contracts say themselves are as short and as plain as those of documents.
update collections set
  name = left(regexp_replace(name, '[\u0001-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', ' ', 'g'), 200),
  symbol = left(regexp_replace(symbol, '[\u0001-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', ' ', 'g'), 200)
  where concat(name, symbol) ~ '[\u0001-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]'
    or length(name) > 200 or length(symbol) > 200;
