-- Offers are priced once, and those whose amounts move with time are not traded: the open ones among them become inactive.
update orders set approval = 'no-approval'
  where side = 'buy' and fillability in ('fillable', 'no-balance') and approval = 'approved'
    and jsonb_path_exists(components, '$.*[*] ? (@.startAmount != @.endAmount)');
